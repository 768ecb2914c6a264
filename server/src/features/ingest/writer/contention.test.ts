import { expect, onTestFinished, test } from 'vitest'
import { sendSamples } from '../../../../test/send-samples.ts'
import { testIngest } from '../../../../test/test-ingest.ts'

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

test('a reading whose statement is canceled while it waits for another process is to be sent again', async () => {
  const app = await testIngest(start)
  const device = await app.make.device()
  await sendSamples(app.ingest, device.mac, [{ at: start - 60_000, readings: { noise: 40 } }])
  const other = await app.pool.connect()
  onTestFinished(() => other.release())
  await other.query('begin')
  await other.query('select from device_state where device_no = $1 for update', [device.no])
  const cancelWaiting = async () =>
    (
      await other.query(
        `select pg_cancel_backend(pid) from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).rowCount
  const sample = { at: start, readings: { noise: 41 } }
  const [sent] = await Promise.allSettled([
    sendSamples(app.ingest, device.mac, [sample]),
    expect.poll(cancelWaiting, { timeout: 60_000 }).toBe(1),
  ])
  await other.query('rollback')
  expect(sent).toMatchObject({ status: 'rejected', reason: { code: 'overloaded' } })
  expect((await sendSamples(app.ingest, device.mac, [sample])).accepted).toBe(1)
})
