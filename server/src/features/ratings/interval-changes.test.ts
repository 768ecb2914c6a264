import { expect, test } from 'vitest'
import { sendSamples } from '../../../test/send-samples.ts'
import { testApp } from '../../../test/test-app.ts'
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
const intervals = async (id: string) =>
  (
    await pool.query<{ seconds: number; first: boolean }>(
      `select seconds, since = '-infinity' as first from report_interval
       join device on device.no = device_no where device.id = $1 order by since`,
      [id],
    )
  ).rows

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
  await db
    .updateTable('device_state')
    .set({ reported_interval: 10 })
    .where('device_no', '=', (eb) => eb.selectFrom('device').where('id', '=', device.id).select('no'))
    .execute()
  await change(device.id, 300)
  expect(await intervals(device.id)).toEqual([
    { seconds: 60, first: true },
    { seconds: 10, first: false },
    { seconds: 300, first: false },
  ])
  await change(device.id, 300)
  expect(await intervals(device.id)).toHaveLength(3)
})
