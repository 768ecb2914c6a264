import { sensors } from '@eot/contract/sensors'
import { sensorKinds } from '@eot/contract/vocabulary'
import { keepPartitions } from '@eot/server/features/storage/keep-partitions.job'
import { createLog } from '@eot/server/platform/log'
import { urlOf } from '@eot/server/test/call-endpoint'
import type pg from 'pg'
import { type BenchProgram, withProgram } from './bench-program.ts'
import type { Figure } from './figure.ts'
import { bulkLanes, recordMinutes } from './history/recorded-minutes.ts'
import { compactNow, untilRated } from './past-days.ts'
import { sendLanes } from './send-bulk.ts'
import { quantile, round } from './statistics.ts'
import { timeRequests } from './timed-requests.ts'

const deviceCount = 50
const minutesADay = 1440
const dayMs = 86_400_000
/** Days before yesterday are compact, and the first of them is copied to all before it. */
const measuredDaysAgo = 3
const monthsOf = (isQuick: boolean) => (isQuick ? [1, 3] : [1, 3, 12])
const daysInMonth = 30
/** Tables of past data, and their time columns. */
const pastTables = {
  reading_chunk: 'start',
  reading_minute_chunk: 'start',
  reading_hour: 'bucket',
  reading_day: 'bucket',
}

/** Measures the cost of the same calls when an installation is one, three and twelve months old, with all readings kept. */
export async function measureAge(isQuick: boolean): Promise<Figure[]> {
  const retention = { rawDays: 400, minuteDays: 400 }
  const environment = { RAW_DAYS: `${retention.rawDays}`, MINUTE_DAYS: `${retention.minuteDays}` }
  return withProgram(
    deviceCount,
    async (bench) => {
      const { pool } = bench
      await keepPartitions(pool, new Date(), retention, createLog('error'))
      const measuredAt = await storeDays(bench)
      const calls = callsOf(bench, measuredAt)
      const ages: Record<string, Record<string, number>> = {}
      let filledDays = 0
      for (const months of monthsOf(isQuick)) {
        await copyBack(pool, measuredAt, { from: filledDays + 1, to: months * daysInMonth })
        filledDays = months * daysInMonth
        await untilRated(pool)
        await pool.query('vacuum analyze')
        ages[`${months} months`] = await timeCalls(bench, calls, isQuick ? 30 : 200)
      }
      return Object.keys(calls).map((name) => figureOf(name, ages))
    },
    { environment },
  )
}

/** Stores days up to yesterday, and makes those before it compact. Returns when the first of them begins, epoch ms. */
async function storeDays({ pool, portal, devices, gatewayToken }: BenchProgram): Promise<number> {
  const startAt = (Math.floor(Date.now() / dayMs) - measuredDaysAgo) * dayMs
  await pool.query(`update device set settings = settings || '{"ReportInterval": 60}'`)
  const minutes = measuredDaysAgo * minutesADay
  for (const part of recordMinutes(devices, { startAt, minutes, inPart: 240 }))
    await sendLanes({ url: portal.url, token: gatewayToken }, bulkLanes(part, 4, 5000))
  await compactNow(pool)
  return startAt
}

/** Copies a day to the days before it. */
async function copyBack(
  pool: pg.Pool,
  dayAt: number,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const day = [new Date(dayAt), new Date(dayAt + dayMs)]
  for (const [table, time] of Object.entries(pastTables)) {
    const { rows } = await pool.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and attname <> $2`,
      [table, time],
    )
    const others = rows.map(({ name }) => name).join(', ')
    await pool.query(
      `insert into ${table} (${time}, ${others}) select ${time} - days * interval '1 day', ${others}
       from ${table}, generate_series($3::int, $4::int) days where ${time} >= $1 and ${time} < $2
       on conflict do nothing`,
      [...day, from, to],
    )
  }
}

/** Returns the addresses of the nth call. None requests more data because the installation is older. */
function callsOf({ portal, devices, siteId }: BenchProgram, dayAt: number) {
  const of = (n: number) => ({ DeviceId: [devices[n % devices.length]?.id ?? ''] })
  const kinds = sensorKinds.map(({ key }) => key)
  const day = { startTime: dayAt, endTime: dayAt + dayMs }
  const week = { startTime: dayAt - 4 * dayMs, endTime: dayAt + 3 * dayMs }
  const calls: Record<string, (n: number) => string> = {
    'a day of one device, single readings': (n) =>
      urlOf(sensors.series, {}, { ...of(n), type: kinds, ...day }),
    'a week of one device by hour': (n) =>
      urlOf(sensors.series, {}, { ...of(n), type: kinds, interval: 'OneHour', ...week }),
    'a day of all devices by hour, one kind': () =>
      urlOf(sensors.ofEachDevice, {}, { SiteId: siteId, type: ['temperature'], interval: 'OneHour', ...day }),
    'newest values of all devices': () => urlOf(sensors.latest, {}, { SiteId: siteId }),
  }
  return Object.fromEntries(
    Object.entries(calls).map(([name, of]) => [name, (n: number) => portal.url + of(n)]),
  )
}

/** Measures the median of each call, in ms. */
async function timeCalls(
  { portal }: BenchProgram,
  calls: Record<string, (n: number) => string>,
  count: number,
): Promise<Record<string, number>> {
  const medians: Record<string, number> = {}
  for (const [name, urlOfCall] of Object.entries(calls)) {
    const urls = Array.from({ length: count }, (_, n) => urlOfCall(n))
    const taken = await timeRequests({
      urls,
      headers: { authorization: `Bearer ${portal.token}` },
      rounds: 1,
    })
    medians[name] = round(
      quantile(
        taken.flatMap(({ ms }) => ms),
        0.5,
      ),
      1,
    )
  }
  return medians
}

function figureOf(name: string, ages: Record<string, Record<string, number>>): Figure {
  const medians = Object.values(ages).map((age) => age[name] ?? Number.NaN)
  const growth = round((medians.at(-1) ?? Number.NaN) / (medians[0] ?? Number.NaN), 2)
  return {
    key: 'age',
    title: `${name}, median at the oldest age compared with one month`,
    unit: '×',
    value: growth,
    yardstick: null,
    score: growth,
    goal: 1.15,
    floor: 2,
    better: 'less',
    details: Object.fromEntries(Object.keys(ages).map((age, place) => [`${age}, ms`, medians[place]])),
  }
}
