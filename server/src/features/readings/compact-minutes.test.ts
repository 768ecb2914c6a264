import { type SensorKey, sensorKeys } from '@eot/contract/vocabulary'
import { describe, expect, test } from 'vitest'
import { type SentSample, sendSamples } from '../../../test/send-samples.ts'
import { type TestIngest, testIngest } from '../../../test/test-ingest.ts'
import { executeOn } from '../../platform/db/execute.queries.ts'
import { compactableMinutes, compactableReadings } from './compact-day.command.ts'
import { compactTable } from './compact-table.command.ts'

import { listMinuteExtremes } from './minute-extremes.queries.ts'
import { readSeries } from './read-series.queries.ts'
import { readMergedSeries, readSeriesOfEach } from './read-site-series.queries.ts'

import type { SeriesDevice } from './series.queries.ts'

const start = Date.UTC(2026, 9, 31, 12)
const minute = 60_000
const day = 86_400_000
const range = { from: start - day, to: start + 6 * day }
const keys: SensorKey[] = ['temperature', 'humidity', 'CO', 'vape']
const timeZone = 'Europe/Berlin'

/** Several samples a minute, with gaps, and a kind that is rarely sent. */
const samples: SentSample[] = Array.from({ length: 400 }, (_, n) => ({
  at: start + Math.floor(n / 3) * 11 * minute + (n % 3) * 17_000,
  readings: {
    temperature: 20 + ((n * 7) % 30) / 100,
    ...(n % 5 !== 0 && { humidity: 40.1 + (n % 9) / 10 }),
    ...(n % 40 === 0 && { CO: 0.400001 }),
  },
}))
const late: SentSample[] = samples
  .slice(0, 90)
  .map(({ at }) => ({ at: Number(at) + 1000, readings: { temperature: 35.5, vape: 3 } }))

async function stored(app: TestIngest) {
  app.time.now = start + 4 * day
  const device = await app.make.device()
  await sendSamples(app.ingest, device.mac, [
    ...samples,
    { at: start + 4 * day, readings: { temperature: 19 } },
  ])
  const of: SeriesDevice = {
    id: device.id,
    no: device.no,
    kinds: [...sensorKeys],
    time_zone: timeZone,
    latest_at: new Date(start + 4 * day),
    open_hour: null,
    open_day: null,
    report_seconds: 60,
    history_changed_at: null,
  }
  return { mac: device.mac, of }
}

/** Reads everything that is computed from minutes. */
async function readAll({ pool }: TestIngest, devices: readonly SeriesDevice[]) {
  const execute = executeOn(pool)
  const alone = []
  for (const device of devices)
    for (const interval of ['OneMinute', 'FifteenMinutes', 'OneHour', 'OneDay'] as const)
      alone.push(await readSeries(execute, device, range, keys, interval, timeZone))
  const wanted = { range, keys, interval: 'FifteenMinutes', timeZone } as const
  const extremes = []
  for (const { no } of devices)
    for (const isHigh of [true, false])
      extremes.push(await listMinuteExtremes(execute, no, { sensor: 'temperature', isHigh }, range))
  return {
    alone,
    merged: await readMergedSeries(execute, devices, wanted),
    each: await readSeriesOfEach(execute, devices, wanted),
    extremes,
  }
}

const rowsOf = async ({ pool }: TestIngest, from: string) =>
  (await pool.query(`select * from ${from} order by device_no, bucket`)).rows

/** Sums are stored as the decimals that they represent. */
const nearly = (rows: Record<string, unknown>[]) =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        typeof value === 'number' ? Number(value.toPrecision(12)) : value,
      ]),
    ),
  )

const compact = async ({ db }: TestIngest, days: number) => {
  for (const compactable of [compactableReadings, compactableMinutes])
    await compactTable(db, compactable, new Date(start + days * day))
}
const count = async ({ pool }: TestIngest, table: string) =>
  (await pool.query<{ count: number }>(`select count(*) from ${table}`)).rows[0]?.count

describe('minutes that become compact', () => {
  test('read as before in every series, and by SQL', async () => {
    const app = await testIngest(start)
    const devices = [await stored(app), await stored(app)]
    const of = devices.map((device) => device.of)
    const before = await readAll(app, of)
    const view = await rowsOf(app, 'every_reading_minute')
    const table = await rowsOf(app, 'reading_minute')
    // Of each device, the newest minute and one other have a single reading.
    expect(view).toHaveLength(table.length + 4)
    await compact(app, 4)
    expect(await count(app, 'reading_minute')).toBe(0)
    expect(await count(app, 'reading_minute_chunk')).toBe(4)
    expect(await readAll(app, of)).toEqual(before)
    expect(nearly(await rowsOf(app, 'every_reading_minute'))).toEqual(nearly(view))
  })

  test('take late readings, before and after these become compact too', async () => {
    const app = await testIngest(start)
    const { mac, of } = await stored(app)
    const twin = await stored(app)
    await sendSamples(app.ingest, twin.mac, late)
    const expected = (await readAll(app, [twin.of])).alone
    await compact(app, 4)
    expect(await sendSamples(app.ingest, mac, late)).toMatchObject({ accepted: 90, duplicates: 0 })
    expect((await readAll(app, [of])).alone).toEqual(expected)
    await compact(app, 5)
    expect(await count(app, 'reading_minute')).toBe(0)
    expect((await readAll(app, [of])).alone).toEqual(expected)
    expect((await readAll(app, [twin.of])).alone).toEqual(expected)
    await app.restart()
    expect(await sendSamples(app.ingest, mac, late)).toMatchObject({ accepted: 0, duplicates: 90 })
    expect((await readAll(app, [of])).alone).toEqual(expected)
  })
})
