import { forecastSensors } from '@eot/contract/forecast-sensors'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { programScope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import type { Clock } from '../../platform/clock.ts'
import { executeIn } from '../../platform/db/execute.queries.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import type { JobHandler } from '../../platform/jobs/job-run.ts'
import { listSiteSeriesDevices } from '../readings/index.ts'
import { countByHour, forecastAlertsOf } from './forecast-alerts.command.ts'
import { forecastNightQueries, type NightSite } from './forecast-nights.queries.ts'
import { firstForecastDay } from './forecast-retention.ts'
import { forecastMeasured, measureSensors } from './forecast-sensor.command.ts'
import { createForecastThread, type ForecastThread } from './forecast-thread.ts'
import { forecastQueries, type SensorForecastRow } from './forecasts.queries.ts'
import { dateOf, dayOfDate, localDay, localHour, localHours } from './hours/local-hours.ts'
import { listRaisedTypes } from './raised-types.queries.ts'
import { scoreSensor } from './score-sensor.ts'

/** In local time of a site: by then the readings of the day before have arrived. */
const nightHour = 2
const batch = 100
const devicesAtOnce = 50
const mostDevices = 100_000
/** After this, the next run continues. */
const mostMs = 1500_000

/**
 * Forecasts the coming days of every site that has reached its hour of the night, and scores the forecasts of the day that has
 * ended.
 */
export const forecastNightJob = defineJob({
  name: 'forecast-night',
  payload: z.object({}),
  timeoutSeconds: 1800,
})

interface Parts {
  db: Kysely<Database>
  clock: Clock
}

export const forecastingNights = (parts: Parts): JobHandler<object, Database> => ({
  cron: '12 * * * *',
  run: ({ signal }) => forecastNights(parts, signal),
})

/**
 * Forecasts every site that has reached its hour of the night. With `isWhole` false, only the total of its alerts, without
 * types and sensors.
 */
export async function forecastNights(
  { db, clock }: Parts,
  signal: AbortSignal,
  isWhole = true,
): Promise<void> {
  const thread = createForecastThread()
  const startedMs = performance.now()
  const isOver = () => signal.aborted || performance.now() - startedMs > mostMs
  try {
    const nights = forecastNightQueries(db)
    for (const timeZone of await nights.listTimeZones()) {
      const now = clock()
      const day = localDay(timeZone, now.getTime())
      if (localHour(timeZone, now.getTime()) < nightHour) continue
      for (let due = await nights.listDue(timeZone, dateOf(day), batch); due.length > 0; ) {
        for (const site of due) {
          if (isOver()) return
          await forecastNight(db, { site, day, now, thread }, isWhole)
        }
        due = await nights.listDue(timeZone, dateOf(day), batch)
      }
    }
    await nights.forgetBefore(firstForecastDay(clock()))
  } finally {
    await thread.close()
  }
}

interface Night {
  site: NightSite
  /** The local day that has begun. */
  day: number
  now: Date
  thread: ForecastThread
}

async function forecastNight(db: Kysely<Database>, night: Night, isWhole: boolean): Promise<void> {
  await scoreAlerts(db, night)
  const scope = programScope(night.site)
  const lately = new Date(night.now.getTime() - 56 * 86_400_000)
  await storeAlerts(db, night, [undefined, ...(isWhole ? await listRaisedTypes(db, scope, lately) : [])])
  if (isWhole) await storeSensors(db, night)
  await forecastNightQueries(db).markDone(night.site.id, dateOf(night.day))
}

/** Scores the forecasts of past days. There are several if no worker ran in between. */
async function scoreAlerts(db: Kysely<Database>, { site, day }: Night): Promise<void> {
  const queries = forecastQueries(db)
  for (const row of await queries.listUnscored(site.id, dateOf(day))) {
    const past = dayOfDate(row.day)
    const hours = localHours(site.time_zone, past, past + 1)
    const endAt = localHours(site.time_zone, past + 1, past + 2)[0]?.at ?? 0
    const typeKeys = row.type_key === '' ? undefined : [row.type_key]
    await queries.scoreAlerts(row, await countByHour(db, programScope(site), { hours, endAt, typeKeys }))
  }
}

/** Stores forecasts of the alerts of each type; undefined: of all alerts. */
async function storeAlerts(
  db: Kysely<Database>,
  { site, day, now }: Night,
  types: readonly (string | undefined)[],
): Promise<void> {
  for (const key of types) {
    const asked = {
      scope: programScope(site),
      timeZone: site.time_zone,
      day,
      days: 1,
      typeKeys: key === undefined ? undefined : [key],
    }
    const { week, history } = await forecastAlertsOf(db, asked)
    const today = week?.days[0]
    if (!today) return
    const lastWeek = history.hours.reduce(
      (sum, hour, index) => sum + (hour.day === day - 7 ? (history.counts[index] ?? 0) : 0),
      0,
    )
    await forecastQueries(db).insertAlertForecasts([
      {
        site_id: site.id,
        type_key: key ?? '',
        day: today.date,
        made_at: now,
        mean: today.mean,
        low50: today.low50,
        high50: today.high50,
        low80: today.low80,
        high80: today.high80,
        last_week: lastWeek,
        hour_means: today.hours.map(({ mean }) => mean),
        hour_lows: today.hours.map(({ low80 }) => low80),
        hour_highs: today.hours.map(({ high80 }) => high80),
        count: null,
        hour_counts: null,
      },
    ])
  }
}

/** Stores forecasts of the devices at the site itself. Sub-sites are forecast separately. */
async function storeSensors(db: Kysely<Database>, { site, day, now, thread }: Night): Promise<void> {
  const queries = forecastQueries(db)
  const own = { ...programScope(site), includesSubSites: false }
  const devices = await listSiteSeriesDevices(executeIn(db), own, forecastSensors, mostDevices)
  for (let from = 0; from < devices.length; from += devicesAtOnce) {
    const some = devices.slice(from, from + devicesAtOnce)
    const stored = await queries.listSensorForecasts(some.map(({ id }) => id))
    const measured = await measureSensors(db, some, {
      sensors: forecastSensors,
      timeZone: site.time_zone,
      day,
    })
    const forecasts: SensorForecastRow[] = []
    for (const one of measured) {
      const last = stored.find(
        ({ device_id, sensor }) => device_id === one.device.id && sensor === one.sensor,
      )
      if (last?.day === dateOf(day - 1)) {
        const score = scoreSensor(last, localHours(site.time_zone, day - 1, day), one.valueAt)
        await queries.insertSensorScores(score ? [score] : [])
      }
      if (last && last.day >= dateOf(day)) continue
      const forecast = await forecastMeasured(thread, one)
      if (!forecast) continue
      const { bands, model, naive, point } = forecast
      const listed = (values: Float64Array) => [...values]
      forecasts.push({
        device_id: one.device.id,
        sensor: one.sensor,
        day: dateOf(day),
        made_at: now,
        model,
        point: listed(point),
        low50: listed(bands.low50),
        high50: listed(bands.high50),
        low80: listed(bands.low80),
        high80: listed(bands.high80),
        naive: listed(naive),
      })
    }
    await queries.putSensorForecasts(forecasts)
  }
}
