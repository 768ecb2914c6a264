import { sensorKeys } from '@eot/contract/vocabulary'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { compactAll } from '../../../test/compact-all.ts'
import { sendSamples } from '../../../test/send-samples.ts'
import { type TestIngest, testIngest } from '../../../test/test-ingest.ts'
import { executeOn } from '../../platform/db/execute.queries.ts'
import { createLog } from '../../platform/log.ts'
import { keepPartitions } from '../storage/keep-partitions.job.ts'
import { chunkStart } from './chunk.ts'
import { lockChunks } from './chunks.queries.ts'
import { compactableReadings } from './compact-day.command.ts'
import { readSeries } from './read-series.queries.ts'
import { readMergedSeries } from './read-site-series.queries.ts'
import type { SeriesDevice } from './series.queries.ts'
import { listStoredMinutes, type StoredMinute } from './stored-minutes.queries.ts'

const start = Date.UTC(2026, 9, 31, 12)
const second = 1000
const minute = 60 * second
const day = 24 * 60 * minute
const timeZone = 'Europe/Berlin'
/** Short enough for a series by minute. */
const ranges = [0, 1].map((days) => ({ from: start + days * day, to: start + days * day + 60 * minute }))

interface Sent {
  at: number
  temperature: number
}

/** Sends readings and returns the minutes that they make, from the plain readings. */
async function send(app: TestIngest, mac: string, kept: Map<number, number>, sent: readonly Sent[]) {
  await sendSamples(
    app.ingest,
    mac,
    sent.map(({ at, temperature }) => ({ at, readings: { temperature } })),
  )
  for (const { at, temperature } of sent) if (!kept.has(at)) kept.set(at, temperature)
}

function minutesOf(kept: ReadonlyMap<number, number>) {
  const byMinute = Map.groupBy(kept, ([at]) => Math.floor(at / minute) * minute)
  return [...byMinute]
    .map(([begin, readings]) => {
      const values = readings.map(([, value]) => value)
      const sum = values.reduce((total, value) => total + value, 0)
      return {
        start: begin,
        count: values.length,
        min: Math.min(...values),
        max: Math.max(...values),
        sum: Number(sum.toFixed(6)),
      }
    })
    .sort((a, b) => a.start - b.start)
}

async function minutesBySql({ pool }: TestIngest, table: string, no: number) {
  const { rows } = await pool.query(
    `select extract(epoch from bucket)::float8 * 1000 as start, temperature_n as count, temperature_min as min,
       temperature_max as max, round(temperature_sum::numeric, 6)::float8 as sum
     from ${table} where device_no = $1 order by 1`,
    [no],
  )
  return rows
}

const seriesDevice = (id: string, no: number, latest: number): SeriesDevice => ({
  id,
  no,
  kinds: [...sensorKeys],
  time_zone: timeZone,
  latest_at: new Date(latest),
  open_hour: null,
  open_day: null,
  report_seconds: 60,
  history_changed_at: null,
})

/** Checks everything that shows minutes. `isCompact`: past days are, so that all their minutes are stored. */
async function expectMinutes(
  app: TestIngest,
  { id, no }: { id: string; no: number },
  kept: ReadonlyMap<number, number>,
  isCompact: boolean,
) {
  const minutes = minutesOf(kept)
  const newest = minutes.at(-1)?.start ?? 0
  const execute = executeOn(app.pool)
  expect(await minutesBySql(app, 'every_reading_minute', no)).toEqual(minutes)
  const several = minutes.filter(({ count, start: begin }) => count > 1 && begin < newest)
  if (!isCompact) expect(await minutesBySql(app, 'reading_minute', no)).toEqual(several)
  const rounded = (series: readonly (readonly number[])[] = []) =>
    series.map((point) => point.map((value) => Number(value.toFixed(6))))
  const device = seriesDevice(id, no, Math.max(...kept.keys()))
  for (const range of ranges) {
    const shown = minutes.filter((one) => one.start >= range.from && one.start < range.to)
    const points = rounded(shown.map((one) => [one.start, one.sum / one.count, one.min, one.max, one.count]))
    const alone = await readSeries(execute, device, range, ['temperature'], 'OneMinute', timeZone)
    expect(rounded(alone.points[0])).toEqual(points)
    const wanted = { range, keys: ['temperature'], interval: 'OneMinute', timeZone } as const
    expect(rounded((await readMergedSeries(execute, [device], wanted))[0])).toEqual(points)
  }
  const stored: StoredMinute[] = []
  for await (const ofDay of listStoredMinutes(execute, no)) stored.push(...ofDay)
  expect(stored.map(({ start: begin, count }) => [begin, count])).toEqual(
    minutes.filter(({ start: begin }) => begin < newest).map(({ start: begin, count }) => [begin, count]),
  )
}

const reading = fc.record({
  // In the first seven minutes after noon on two days, with up to four readings in each minute.
  at: fc
    .tuple(fc.integer({ min: 0, max: 1 }), fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 3 }))
    .map(([days, minutes, parts]) => start + days * day + minutes * minute + parts * 13 * second),
  temperature: fc.integer({ min: 190, max: 260 }).map((tenths) => tenths / 10),
})
const step = fc.oneof(
  { arbitrary: fc.array(reading, { minLength: 1, maxLength: 12 }), weight: 6 },
  { arbitrary: fc.constant('restart' as const), weight: 1 },
  { arbitrary: fc.constant('compact' as const), weight: 1 },
)

test('any readings in any order have the same minutes, whether these are stored or have a single reading', async () => {
  const app = await testIngest(start)
  app.time.now = start + 4 * day
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const device = await app.make.device()
      const kept = new Map<number, number>()
      let isCompact = false
      for (const one of steps) {
        if (one === 'restart') await app.restart()
        else if (one === 'compact') {
          await send(app, device.mac, kept, [{ at: start + 4 * day, temperature: 21 }])
          await compactAll(app.db, new Date(start + 4 * day))
          isCompact = true
        } else await send(app, device.mac, kept, one)
      }
      if (kept.size > 0) await expectMinutes(app, device, kept, isCompact)
    }),
    { numRuns: 25 },
  )
}, 240_000)

test('an hour that is open when the program restarts includes minutes of a single reading', async () => {
  const app = await testIngest(start)
  app.time.now = start + 30 * minute
  const device = await app.make.device()
  const kept = new Map<number, number>()
  const readings = Array.from({ length: 30 }, (_, n) => ({ at: start + n * minute, temperature: 20 + n }))
  await send(app, device.mac, kept, readings)
  await app.restart()
  app.time.now = start + 90 * minute
  await send(app, device.mac, kept, [{ at: start + 80 * minute, temperature: 10 }])
  expect((await minutesBySql(app, 'reading_hour', device.no))[0]).toMatchObject({
    count: 30,
    min: 20,
    max: 49,
  })
})

test('minutes of single readings stay when the readings are dropped', async () => {
  const app = await testIngest(start)
  const device = await app.make.device()
  const kept = new Map<number, number>()
  // The newest day of a device never becomes compact.
  await send(app, device.mac, kept, [
    { at: start, temperature: 20 },
    { at: start + minute, temperature: 21 },
    { at: start + minute + second, temperature: 22 },
    { at: start + 2 * minute, temperature: 23 },
  ])
  const keep = (rawDays: number) =>
    keepPartitions(app.pool, new Date(start + 30 * day), { rawDays, minuteDays: 60 }, createLog('silent'))
  await keep(40)
  await keep(10)
  expect((await app.pool.query('select from reading')).rowCount).toBe(0)
  // Without the newest minute, which is open: a process may still have it in memory.
  expect(await minutesBySql(app, 'every_reading_minute', device.no)).toEqual(minutesOf(kept).slice(0, 2))
})

test('minutes of readings that are becoming compact are not stored a second time when the readings expire', async () => {
  const app = await testIngest(start)
  const device = await app.make.device()
  const kept = new Map<number, number>()
  app.time.now = start + 2 * day
  await send(app, device.mac, kept, [
    { at: start, temperature: 20 },
    { at: start + minute, temperature: 21 },
    { at: start + 2 * day, temperature: 22 },
  ])
  const keep = (rawDays: number) =>
    keepPartitions(app.pool, new Date(start + 30 * day), { rawDays, minuteDays: 60 }, createLog('silent'))
  await keep(40)
  const compacting = await app.pool.connect()
  await compacting.query('begin')
  await lockChunks(executeOn(compacting), [device.no])
  const place = { deviceNo: device.no, startMs: chunkStart(start) }
  await compactableReadings.compactDay(executeOn(compacting), place)
  let isKept = false
  const keeping = keep(10).then(() => (isKept = true))
  await vi.waitFor(async () => {
    const { rowCount } = await compacting.query(
      "select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'",
    )
    expect(isKept || rowCount === 1).toBe(true)
  }, 60_000)
  await compacting.query('commit')
  compacting.release()
  await keeping
  await keep(10)
  expect((await app.pool.query('select from reading')).rowCount).toBe(0)
  expect(await minutesBySql(app, 'every_reading_minute', device.no)).toEqual(minutesOf(kept).slice(0, 2))
})

test('a minute that begins in a range belongs to it as a whole, also if it has a single reading', async () => {
  const app = await testIngest(start)
  app.time.now = start + 4 * day
  const device = await app.make.device()
  const readings = [0, 45, 105, 4 * 86_400].map((at, n) => ({ at: start + at * second, temperature: 20 + n }))
  await send(app, device.mac, new Map(), readings)
  const range = { from: start, to: start + 90 * second }
  const of = seriesDevice(device.id, device.no, start + 4 * day)
  const wanted = { range, keys: ['temperature'], interval: 'OneMinute', timeZone } as const
  const read = async () => [
    (await readSeries(executeOn(app.pool), of, range, ['temperature'], 'OneMinute', timeZone)).points[0],
    (await readMergedSeries(executeOn(app.pool), [of], wanted))[0],
  ]
  const points = [
    [start, 20.5, 20, 21, 2],
    [start + minute, 22, 22, 22, 1],
  ]
  expect(await read()).toEqual([points, points])
  await compactAll(app.db, new Date(start + 4 * day))
  expect(await read()).toEqual([points, points])
})

test('while a process of the previous release runs, which does not compute minutes, all are stored', async () => {
  const app = await testIngest(start)
  await app.pool.query(
    `insert into process (id, roles, host, pid, version) values (gen_random_uuid(), '{ingest}', 'old', 1, '0.1.0')`,
  )
  app.time.now = start + 10 * minute
  const device = await app.make.device()
  const kept = new Map<number, number>()
  await send(app, device.mac, kept, [
    { at: start, temperature: 20 },
    { at: start + 2 * minute, temperature: 21 },
    { at: start + 4 * minute, temperature: 22 },
  ])
  await send(app, device.mac, kept, [{ at: start + minute, temperature: 23 }])
  expect(await minutesBySql(app, 'reading_minute', device.no)).toEqual(minutesOf(kept).slice(0, 3))
})
