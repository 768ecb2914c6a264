import { expect, test } from 'vitest'
import { sendSamples } from '../../../test/send-samples.ts'
import { testApp } from '../../../test/test-app.ts'
import { executeOn } from '../../platform/db/execute.queries.ts'
import { listReportIntervals } from '../readings/index.ts'
import { rateDue } from './rate-due.job.ts'

const { db, ingest, make, pool } = await testApp()
const minute = 60_000
const hour = 60 * minute
const end = Math.floor(Date.now() / hour) * hour

/** Sends particulate readings for each minute of the last 15 hours and returns the score of the last but one hour. */
async function scoreOf(device: { id: string; mac: string }) {
  const samples = Array.from({ length: 15 * 60 }, (_, n) => ({
    at: end - (n + 1) * minute,
    readings: { particulate: 10 },
  }))
  await sendSamples(ingest, device.mac, samples.toReversed())
  await sendSamples(ingest, device.mac, [{ at: end, readings: { particulate: 10 } }])
  await rateDue(db, Date.now() + minute)
  const { rows } = await pool.query<{ epa: number | null }>(
    'select epa from rating_hour join device on device.no = device_no where device.id = $1 and hour = $2',
    [device.id, new Date(end - 2 * hour)],
  )
  return rows[0]?.epa
}

const settings = (seconds: number) => JSON.stringify({ ReportInterval: seconds }) as never // stored as it is
const change = (id: string, seconds: number) =>
  db
    .updateTable('device')
    .set({ settings: settings(seconds) })
    .where('id', '=', id)
    .execute()
const report = (id: string, seconds: number) =>
  db
    .updateTable('device_state')
    .set({ reported_interval: seconds })
    .where('device_no', '=', (eb) => eb.selectFrom('device').where('id', '=', id).select('no'))
    .execute()
const intervals = async (id: string) =>
  (
    await pool.query<{ seconds: number; first: boolean }>(
      `select seconds, since = '-infinity' as first from report_interval
       join device on device.no = device_no where device.id = $1 order by since`,
      [id],
    )
  ).rows

/** Moves all changes back in time. */
const pass = (minutes: number) =>
  pool.query("update report_interval set since = since - $1 * interval '1 minute'", [minutes])

test('hours before a device began to report more often keep their scores', async () => {
  const site = await make.site({ time_zone: 'UTC' })
  const steady = await make.device({ site, settings: settings(60) })
  const quicker = await make.device({ site, settings: settings(60) })
  await change(quicker.id, 5)
  const score = await scoreOf(steady)
  expect(score).toBeGreaterThan(0)
  expect(await scoreOf(quicker)).toBe(score)
})

test('changes of the configured and of the reported interval are stored with their times, other changes are not', async () => {
  const device = await make.device({ site: await make.site(), settings: '{}' as never }) // stored as it is
  await sendSamples(ingest, device.mac, [{ readings: { temperature: 20 } }])
  await db.updateTable('device').set({ name: 'Lab' }).where('id', '=', device.id).execute()
  expect(await intervals(device.id)).toEqual([])
  await report(device.id, 10)
  await pass(10)
  await change(device.id, 300)
  expect(await intervals(device.id)).toEqual([
    { seconds: 60, first: true },
    { seconds: 10, first: false },
    { seconds: 300, first: false },
  ])
  await change(device.id, 300)
  expect(await intervals(device.id)).toHaveLength(3)
})

test('a device that changes its interval all the time has the longest one for five minutes, and then the last one', async () => {
  const device = await make.device({ site: await make.site(), settings: '{}' as never }) // stored as it is
  await sendSamples(ingest, device.mac, [{ readings: { temperature: 20 } }])
  for (const seconds of [10, 300, 30, 5]) await report(device.id, seconds)
  const first = [
    { seconds: 60, first: true },
    { seconds: 300, first: false },
    { seconds: 5, first: false },
  ]
  expect(await intervals(device.id)).toEqual(first)
  await pass(4)
  for (const seconds of [100, 20]) await report(device.id, seconds)
  expect(await intervals(device.id)).toEqual([...first.slice(0, 2), { seconds: 20, first: false }])
  await pass(4)
  for (const seconds of [30, 15, 20, 15]) await report(device.id, seconds)
  expect(await intervals(device.id)).toEqual([
    ...first.slice(0, 2),
    { seconds: 30, first: false },
    { seconds: 15, first: false },
  ])
})

test('only the intervals of the time that is asked for are read', async () => {
  const [device, other] = [await make.device(), await make.device()]
  const insert = ({ no }: { no: number }, since: string, seconds: number) =>
    pool.query('insert into report_interval (device_no, since, seconds) values ($1, $2, $3)', [
      no,
      since,
      seconds,
    ])
  for (const [day, seconds] of [5, 10, 20, 30].entries())
    await insert(device, `2026-11-0${day + 1}Z`, seconds)
  const read = async (from: string, to: string) => {
    const times = [device, other].map(({ no }) => ({ no, from: Date.parse(from), to: Date.parse(to) }))
    const found = await listReportIntervals(executeOn(pool), times)
    expect([...found.keys()]).toEqual([device.no])
    return found.get(device.no)?.map(({ ms }) => ms / 1000)
  }
  expect(await read('2026-11-02T12:00Z', '2026-11-03T12:00Z')).toEqual([10, 20])
  expect(await read('2026-11-02T00:00Z', '2026-11-03T00:00Z')).toEqual([10, 20])
  expect(await read('2026-11-08T00:00Z', '2026-11-09T00:00Z')).toEqual([30])
  // The first one applies from the beginning.
  expect(await read('2026-10-01T00:00Z', '2026-10-02T00:00Z')).toEqual([5])
  expect(await read('2026-10-01T00:00Z', '2026-11-02T12:00Z')).toEqual([5, 10])
})
