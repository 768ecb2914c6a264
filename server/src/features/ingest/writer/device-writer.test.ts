import { sensorKeys } from '@eot/contract/vocabulary'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type SentSample, sendSamples } from '../../../../test/send-samples.ts'
import { type TestIngest, testIngest } from '../../../../test/test-ingest.ts'
import { executeOn } from '../../../platform/db/execute.queries.ts'
import { readSeries, type SeriesDevice } from '../../readings/index.ts'

const start = Date.UTC(2026, 9, 31, 12)
const minute = 60_000
const hour = 60 * minute
const range = { from: start - 30 * 24 * hour, to: start + 30 * 24 * hour }

async function storedCount({ pool }: TestIngest): Promise<number> {
  return (await pool.query<{ count: number }>('select count(*) as count from reading')).rows[0]?.count ?? 0
}

/** Buckets as the portal reads them. */
async function hours(
  { pool }: TestIngest,
  device: { id: string; no: number },
  interval: 'OneHour' | 'OneDay' | 'OneMonth' = 'OneHour',
) {
  const { rows } = await pool.query<Pick<SeriesDevice, 'latest_at' | 'open_hour' | 'open_day'>>(
    'select latest_at, open_hour, open_day from device_state where device_no = $1',
    [device.no],
  )
  const none = { latest_at: null, open_hour: null, open_day: null }
  const of = {
    id: device.id,
    no: device.no,
    kinds: [...sensorKeys],
    time_zone: 'Europe/Berlin',
    ...(rows[0] ?? none),
    report_seconds: 60,
    history_changed_at: null,
  }
  const { points } = await readSeries(executeOn(pool), of, range, ['temperature'], interval, 'Europe/Berlin')
  return (points[0] ?? []).map(([at, mean, min, max, count]) => [at, mean, min, max, count])
}

/** The same buckets, computed from the raw readings by the database. */
async function hoursOfReadings({ pool }: TestIngest, device: { no: number }, unit = 'hour') {
  const { rows } = await pool.query<{ point: number[] }>(
    `select array[extract(epoch from date_trunc($2, at, 'Europe/Berlin')) * 1000, avg(temperature::text::float8), min(temperature)::text::float8, max(temperature)::text::float8, count(temperature)]::float8[] as point
     from reading where device_no = $1 and temperature is not null group by date_trunc($2, at, 'Europe/Berlin') order by 1`,
    [device.no, unit],
  )
  return rows.map((row) => row.point)
}

/** Exact, except for the mean, which is shown with seven digits. */
function expectSame(points: number[][], expected: number[][]): void {
  const near = (mean = 0) => expect.closeTo(mean, 4)
  expect(points).toEqual(expected.map(([at, mean, min, max, count]) => [at, near(mean), min, max, count]))
}

describe('readings', () => {
  test('are stored once, however often they are sent', async () => {
    const app = await testIngest(start)
    const device = await app.make.device()
    const samples = [0, 1, 2].map((n) => ({ at: start - n * minute, readings: { temperature: 20 + n } }))
    expect(await sendSamples(app.ingest, device.mac, samples)).toMatchObject({ accepted: 3, duplicates: 0 })
    expect(await sendSamples(app.ingest, device.mac, [...samples, ...samples])).toMatchObject({
      accepted: 0,
      duplicates: 6,
    })
    await app.restart()
    expect(await sendSamples(app.ingest, device.mac, samples)).toMatchObject({ accepted: 0, duplicates: 3 })
    expect(await storedCount(app)).toBe(3)
  })

  test('keep six significant digits exactly', async () => {
    const app = await testIngest(start)
    const device = await app.make.device()
    await sendSamples(app.ingest, device.mac, [
      { at: start, readings: { temperature: 23.9278, light: 2950.55, CO: 0.400001 } },
    ])
    const { rows } = await app.pool.query('select temperature, light, co, vape from reading')
    expect(rows).toEqual([{ temperature: 23.9278, light: 2950.55, co: 0.400001, vape: null }])
  })

  test('of the same instant with different values: the first is kept, the second quarantined', async () => {
    const app = await testIngest(start)
    const device = await app.make.device()
    await sendSamples(app.ingest, device.mac, [{ at: start, readings: { temperature: 20 } }])
    await sendSamples(app.ingest, device.mac, [{ at: start, readings: { temperature: 30 } }])
    expect((await app.pool.query('select temperature from reading')).rows).toEqual([{ temperature: 20 }])
    expect((await app.pool.query('select reason, count, payload from quarantine')).rows).toEqual([
      {
        reason: 'same time, other values',
        count: 1,
        payload: JSON.stringify({ at: new Date(start).toISOString(), readings: { temperature: 30 } }),
      },
    ])
  })

  test('keep the newest value of each kind, however late older ones arrive', async () => {
    const app = await testIngest(start)
    const device = await app.make.device()
    await sendSamples(app.ingest, device.mac, [{ at: start, readings: { temperature: 20 } }])
    await sendSamples(app.ingest, device.mac, [
      { at: start - minute, readings: { temperature: 10, humidity: 40 } },
    ])
    await sendSamples(app.ingest, device.mac, [{ at: start + minute, readings: { CO: 1 } }])
    const { rows } = await app.pool.query('select temperature, humidity, co, latest_at from device_state')
    expect(rows).toEqual([{ temperature: 20, humidity: 40, co: 1, latest_at: new Date(start + minute) }])
  })

  test('are stored even if no partition exists for them', async () => {
    const app = await testIngest(start)
    const device = await app.make.device()
    await sendSamples(app.ingest, device.mac, [{ at: start, readings: { temperature: 20 } }])
    expect((await app.pool.query('select count(*) from reading_default')).rows).toEqual([{ count: 1 }])
  })
})

test('hours, days and months match the readings, for any order, batching and restarts', async () => {
  const app = await testIngest(start)
  let run = 0
  const offsets = fc.array(
    fc.record({
      // Clustered, so that some share a minute, and far apart, so that days are closed.
      at: fc.oneof(fc.integer({ min: 0, max: 600 }), fc.integer({ min: -6 * 86_400, max: 86_400 })),
      value: fc.integer({ min: -200, max: 900 }),
    }),
    { minLength: 1, maxLength: 60 },
  )
  await fc.assert(
    fc.asyncProperty(
      offsets,
      fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 8 }),
      async (sent, sizes) => {
        const device = await app.make.device({ name: `run ${run++}` })
        const samples: SentSample[] = sent.map(({ at, value }) => ({
          at: start - 3 * 86_400_000 + at * 1000,
          readings: { temperature: value / 10 },
        }))
        for (let index = 0, turn = 0; index < samples.length; turn += 1) {
          const size = sizes[turn % sizes.length] ?? 1
          await sendSamples(app.ingest, device.mac, samples.slice(index, index + size))
          index += size
          if (size % 7 === 0) await app.restart()
        }
        expectSame(await hours(app, device), await hoursOfReadings(app, device))
        expectSame(await hours(app, device, 'OneDay'), await hoursOfReadings(app, device, 'day'))
        expectSame(await hours(app, device, 'OneMonth'), await hoursOfReadings(app, device, 'month'))
      },
    ),
    { numRuns: 40, endOnFailure: true },
  )
})

describe('alerts', () => {
  const openAlerts = async ({ pool }: TestIngest) =>
    (
      await pool.query<{
        type_key: string
        started_at: Date
        ended_at: Date | null
        peak: number
        end_reason: string | null
      }>('select type_key, started_at, ended_at, peak, end_reason from alert order by started_at')
    ).rows

  test('are raised and ended by readings, and survive a restart', async () => {
    const app = await testIngest(start)
    const device = await app.make.device()
    await sendSamples(app.ingest, device.mac, [{ at: start, readings: { vape: 80 } }])
    await app.restart()
    await sendSamples(app.ingest, device.mac, [{ at: start + 5000, readings: { vape: 90 } }])
    expect(await openAlerts(app)).toMatchObject([
      { type_key: 'Vape', started_at: new Date(start), ended_at: null, peak: 90 },
    ])
    await app.restart()
    await sendSamples(
      app.ingest,
      device.mac,
      [10, 20, 45].map((n) => ({ at: start + n * 1000, readings: { vape: 3 } })),
    )
    expect(await openAlerts(app)).toMatchObject([
      { ended_at: new Date(start + 40_000), end_reason: 'Cleared' },
    ])
  })

  test('are not raised by readings older than a week', async () => {
    const app = await testIngest(start)
    const device = await app.make.device()
    await sendSamples(app.ingest, device.mac, [{ at: start - 7 * 86_400_000 - 1, readings: { vape: 80 } }])
    expect(await openAlerts(app)).toEqual([])
    await sendSamples(app.ingest, device.mac, [{ at: start - 7 * 86_400_000 + 1, readings: { vape: 80 } }])
    expect(await openAlerts(app)).toHaveLength(1)
  })

  test('are not raised for a device in the inventory, at an inactive site or returned', async () => {
    const app = await testIngest(start)
    const inactive = await app.make.site({ is_active: false })
    const devices = [
      await app.make.device({ site: null }),
      await app.make.device({ site: inactive }),
      await app.make.device({ is_returned: true }),
    ]
    for (const { mac } of devices) await sendSamples(app.ingest, mac, [{ at: start, readings: { vape: 80 } }])
    expect(await openAlerts(app)).toEqual([])
    expect(await storedCount(app)).toBe(3)
  })

  test("use the device's rule before the site's, and the site's before the default", async () => {
    const app = await testIngest(start)
    const site = await app.make.site({ settings: JSON.stringify({ Rules: { Vape: { RaiseLevel: 70 } } }) })
    const plain = await app.make.device({ site })
    const own = await app.make.device({
      site,
      settings: JSON.stringify({ Rules: { Vape: { RaiseLevel: 95 } } }),
    })
    for (const { mac } of [plain, own])
      await sendSamples(app.ingest, mac, [{ at: start, readings: { vape: 60 } }])
    expect(await openAlerts(app)).toHaveLength(0)
    for (const { mac } of [plain, own])
      await sendSamples(app.ingest, mac, [{ at: start + 1000, readings: { vape: 90 } }])
    expect(await openAlerts(app)).toHaveLength(1)
  })
})
