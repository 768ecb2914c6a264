import { describe, expect, onTestFinished, test } from 'vitest'
import type { MadeDevice } from '../../../../test/factories.ts'
import { sendSamples } from '../../../../test/send-samples.ts'
import { type TestIngest, testIngest } from '../../../../test/test-ingest.ts'

const start = Date.UTC(2026, 10, 20, 12)
const count = 20

test('readings of a device that other processes write to continually are stored', async () => {
  const app = await testIngest(start)
  const device = await app.make.device()
  await sendSamples(app.ingest, device.mac, [{ at: start - 60_000, readings: { noise: 40 } }])
  let isOver = false
  const other = (async () => {
    while (!isOver)
      await app.pool.query('update device_state set version = version + 1 where device_no = $1', [device.no])
  })()
  onTestFinished(async () => {
    isOver = true
    await other
  })
  for (let n = 0; n < count; n += 1)
    await sendSamples(app.ingest, device.mac, [{ at: start + n * 1000, readings: { noise: n } }])
  isOver = true
  const { rows } = await app.pool.query('select count(*)::int as count from reading')
  expect(rows).toEqual([{ count: count + 1 }])
})

test('a reading that another process has just stored counts as a duplicate', async () => {
  const app = await testIngest(start)
  const device = await app.make.device()
  await sendSamples(app.ingest, device.mac, [{ at: start - 60_000, readings: { noise: 40 } }])
  await sendSamples(app.another(), device.mac, [{ at: start, readings: { noise: 41 } }])
  const { accepted, duplicates } = await sendSamples(app.ingest, device.mac, [
    { at: start, readings: { noise: 41 } },
  ])
  expect({ accepted, duplicates }).toEqual({ accepted: 0, duplicates: 1 })
})

test('a reading whose state another process has not written yet counts as a duplicate', async () => {
  const app = await testIngest(start)
  const device = await app.make.device()
  await sendSamples(app.ingest, device.mac, [{ at: start - 60_000, readings: { noise: 40 } }])
  await app.pool.query('insert into reading (device_no, at, received_at, noise) values ($1, $2, now(), 41)', [
    device.no,
    new Date(start),
  ])
  const { accepted, duplicates } = await sendSamples(app.ingest, device.mac, [
    { at: start, readings: { noise: 41 } },
  ])
  expect({ accepted, duplicates }).toEqual({ accepted: 0, duplicates: 1 })
})

/** Locks the state of a device in another transaction. */
async function lockState(app: TestIngest, device: MadeDevice) {
  const other = await app.pool.connect()
  onTestFinished(() => other.release())
  await other.query('begin')
  await other.query('select from device_state where device_no = $1 for update', [device.no])
  const waiting = `pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const isWaitedFor = async () => (await other.query(`select from ${waiting}`)).rowCount === 1
  return {
    isWaitedFor: () => expect.poll(isWaitedFor).toBe(true),

    /** Cancels each statement that waits for the lock, once, until the answers have arrived. Then removes the lock. */
    async cancelWaiting<Answers>(answers: Promise<Answers>): Promise<Answers> {
      let hasArrived = false
      const arrived = answers.finally(() => {
        hasArrived = true
      })
      while (!hasArrived) {
        const { rowCount } = await other.query(`select pg_cancel_backend(pid) from ${waiting}`)
        while (rowCount === 1 && (await isWaitedFor()));
      }
      await other.query('rollback')
      return arrived
    },
  }
}

/** Starts an ingestion with three devices that have reported before. `send` returns the number stored or an error code. */
async function threeDevices() {
  const app = await testIngest(start)
  const [held, neighbor, later] = [await app.make.device(), await app.make.device(), await app.make.device()]
  const send = (device: MadeDevice, noise: number) =>
    sendSamples(app.ingest, device.mac, [{ at: start + noise, readings: { noise } }]).then(
      ({ accepted }) => accepted,
      ({ code }) => code,
    )
  for (const device of [held, neighbor, later]) await send(device, 0)
  return { app, held, neighbor, later, send }
}

describe('while another transaction holds the state of a device', () => {
  test('a reading whose statement is canceled is to be sent again', async () => {
    const { app, held, send } = await threeDevices()
    const lock = await lockState(app, held)
    expect(await lock.cancelWaiting(send(held, 1))).toBe('overloaded')
    expect(await send(held, 1)).toBe(1)
  })

  test('readings of other devices are stored, in the same batch and later', async () => {
    const { app, held, neighbor, later, send } = await threeDevices()
    const lock = await lockState(app, held)
    const first = send(held, 1)
    await lock.isWaitedFor()
    const next = [send(neighbor, 1), send(held, 2), send(later, 1)]
    await expect.poll(() => app.ingest.writer.waitingCount()).toBe(next.length)
    const answers = await lock.cancelWaiting(Promise.all([first, ...next]))
    expect(answers).toEqual(['overloaded', 1, 'overloaded', 1])
    expect(await send(held, 1)).toBe(1)
  })

  test('readings of other devices are stored if it is written separately after sending bad data', async () => {
    const { app, held, neighbor, send } = await threeDevices()
    await app.pool.query(`
      create function refuse_noise() returns trigger language plpgsql as
        $$ begin raise exception 'poison' using errcode = '22P05'; end $$;
      create trigger refuse_noise before update on device_state for each row when (new.noise = 666)
        execute function refuse_noise()`)
    expect(await send(held, 666)).toBe(0) // quarantined
    const lock = await lockState(app, held)
    const first = send(held, 1)
    await lock.isWaitedFor()
    const next = send(neighbor, 1)
    await expect.poll(() => app.ingest.writer.waitingCount()).toBe(1)
    expect(await lock.cancelWaiting(Promise.all([first, next]))).toEqual(['overloaded', 1])
    expect(await send(held, 1)).toBe(1)
  })
})
