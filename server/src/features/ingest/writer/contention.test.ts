import { describe, expect, onTestFinished, test } from 'vitest'
import type { MadeDevice } from '../../../../test/factories.ts'
import { lock, lockState } from '../../../../test/held-lock.ts'
import { sendSamples } from '../../../../test/send-samples.ts'
import { testIngest } from '../../../../test/test-ingest.ts'
import { lockChunks } from '../../readings/index.ts'
import { silenceWatch } from '../timers/watch-devices.job.ts'
import type { ContactInput } from './input.ts'
import { submitAndWait } from './submit-and-wait.ts'

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

test('senders are notified if the next batch is ready before the commit', async () => {
  const app = await testIngest(start)
  const { mac } = await app.make.device()
  const device = await app.ingest.intake.directory.findByMac(mac)
  if (!device) throw new Error('no device')
  const contact = { kind: 'contact', device, receivedAt: start, isOnline: true, flags: {} } as const
  const send = (contacts: number) =>
    submitAndWait(app.ingest.writer, (submission) =>
      Array.from(
        { length: contacts },
        (): ContactInput => ({ ...contact, firmware: null, interval: null, submission }),
      ),
    )
  await send(1)
  const before = device.runtime?.version ?? Number.NaN
  const state = await lockState(app, device)
  const sent = [send(10_000), send(1000)]
  // Both batches have been evaluated, and the first waits for the state.
  await expect.poll(() => device.runtime?.version, { timeout: 60_000 }).toBe(before + 2)
  await state.release()
  await Promise.all(sent)
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

/** Starts an ingestion with three devices that have reported before. `send` returns the number stored or an error code. */
async function threeDevices() {
  const app = await testIngest(start)
  const [held, neighbor, third] = [await app.make.device(), await app.make.device(), await app.make.device()]
  const send = (device: MadeDevice, noise: number, at = start + noise) =>
    sendSamples(app.ingest, device.mac, [{ at, readings: { noise } }]).then(
      ({ accepted }) => accepted,
      ({ code }) => code,
    )
  for (const device of [held, neighbor, third]) await send(device, 0)
  const areWaiting = (count: number) => expect.poll(() => app.ingest.writer.waitingCount()).toBe(count)
  return { app, held, neighbor, third, send, areWaiting }
}

/** Sends a reading of `held` and, while it waits for the lock, readings of all three, which form the next batch. */
async function sendBehind(
  { held, neighbor, third, send, areWaiting }: Awaited<ReturnType<typeof threeDevices>>,
  { isWaitedFor, cancelWaiting }: Awaited<ReturnType<typeof lock>>,
  heldAt: number,
) {
  const first = send(held, 1, heldAt)
  await isWaitedFor()
  const next = [send(neighbor, 1), send(held, 2, heldAt + 1), send(third, 1)]
  await areWaiting(next.length)
  return cancelWaiting(Promise.all([first, ...next]))
}

describe('while another transaction holds the state of a device', () => {
  test('a reading whose statement is canceled is to be sent again', async () => {
    const { app, held, send } = await threeDevices()
    const state = await lockState(app, held)
    expect(await state.cancelWaiting(send(held, 1))).toBe('overloaded')
    expect(await send(held, 1)).toBe(1)
  })

  test('readings of other devices are stored, in the same batch and later', async () => {
    const place = await threeDevices()
    const state = await lockState(place.app, place.held)
    expect(await sendBehind(place, state, start + 1)).toEqual(['overloaded', 1, 'overloaded', 1])
    expect(await place.send(place.held, 1)).toBe(1)
  })

  test('its readings are refused at once from then on, without a wait for the lock, until it is free', async () => {
    const { app, held, neighbor, send, areWaiting } = await threeDevices()
    const state = await lockState(app, held)
    const first = send(held, 1)
    await state.cancelOne()
    expect(await first).toBe('overloaded')
    // In one batch.
    expect(await Promise.all([send(neighbor, 1), send(held, 2), send(neighbor, 2)])).toEqual([
      1,
      'overloaded',
      1,
    ])
    await areWaiting(0)
    await state.release()
    expect(await Promise.all([send(neighbor, 3), send(held, 3)])).toEqual([1, 1])
  })

  test('silence of other devices counts', async () => {
    const { app, held, third, send } = await threeDevices()
    const { pool, time, ingest } = app
    const { writer, intake } = ingest
    const look = silenceWatch({ pool, writer, directory: intake.directory, now: () => time.now })
    const state = await lockState(app, held)
    for (let passed = 1; passed <= 20; passed += 1) {
      time.now += 30_000
      await state.cancelUntil(look())
      if (passed < 20) await send(third, passed, time.now)
    }
    await state.release()
    const { rows } = await pool.query('select device_name from alert where type_key = $1', ['Offline'])
    expect(rows).toHaveLength(1)
  })

  test('what is rejected in its messages is not quarantined each time they are sent', async () => {
    const { app, held } = await threeDevices()
    const state = await lockState(app, held)
    const sent = sendSamples(app.ingest, held.mac, [
      { at: start + 1, readings: { noise: 41, humidity: 999 } },
    ])
    const answer = sent.then(
      () => 'stored',
      ({ code }) => code,
    )
    expect(await state.cancelWaiting(answer)).toBe('overloaded')
    expect((await app.pool.query('select from quarantine')).rowCount).toBe(0)
  })

  test('readings of other devices are stored if it is written separately after sending bad data', async () => {
    const { app, held, neighbor, send, areWaiting } = await threeDevices()
    await app.pool.query(`
      create function refuse_noise() returns trigger language plpgsql as
        $$ begin raise exception 'poison' using errcode = '22P05'; end $$;
      create trigger refuse_noise before update on device_state for each row when (new.noise = 666)
        execute function refuse_noise()`)
    expect(await send(held, 666)).toBe(0) // quarantined
    const state = await lockState(app, held)
    const first = send(held, 1)
    await state.isWaitedFor()
    const next = send(neighbor, 1)
    await areWaiting(1)
    expect(await state.cancelWaiting(Promise.all([first, next]))).toEqual(['overloaded', 1])
    expect(await send(held, 1)).toBe(1)
  })
})

test('while the chunks of a device are locked, readings of other devices in its batch are stored', async () => {
  const place = await threeDevices()
  const chunks = await lock(place.app, (execute) => lockChunks(execute, [place.held.no]))
  const daysAgo = start - 3 * 86_400_000
  expect(await sendBehind(place, chunks, daysAgo)).toEqual(['overloaded', 1, 'overloaded', 1])
})

test('while the table of states is locked, readings are to be sent again, and new ones are not refused', async () => {
  const place = await threeDevices()
  const table = await lock(place.app, (execute) =>
    execute('lock table device_state in access exclusive mode', []),
  )
  expect(await sendBehind(place, table, start + 1)).toEqual(Array.from({ length: 4 }, () => 'overloaded'))
  expect(place.app.ingest.writer.refusal()).toBeNull()
})

test('a batch that takes too long is stored in parts', async () => {
  const place = await threeDevices()
  await place.app.pool.query(`
    create function limit_states() returns trigger language plpgsql as $$
    begin
      if (select count(*) from changed) > 1 then raise exception 'too long' using errcode = '57014'; end if;
      return null;
    end $$;
    create trigger limit_states after update on device_state referencing new table as changed for each statement
      execute function limit_states()`)
  const state = await lockState(place.app, place.held)
  expect(await sendBehind(place, state, start + 1)).toEqual(['overloaded', 1, 'overloaded', 1])
})
