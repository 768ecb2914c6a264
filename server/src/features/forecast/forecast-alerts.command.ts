import type { Kysely } from 'kysely'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { alertCountQueries } from '../alert-counts/index.ts'
import { type AlertHistory, type AlertWeek, forecastAlerts } from './alerts/alert-week.ts'
import { closedDayQueries } from './closed-days.queries.ts'
import { forecastQueries } from './forecasts.queries.ts'
import { dayOfDate, localDay, localHours } from './hours/local-hours.ts'
import { neededDays } from './series/measured-hours.ts'

/** Half a year: older counts have almost no weight. */
const mostDays = 182

interface Asked {
  scope: Scope
  timeZone: string
  /** The first local day to forecast. Data from this day on is not used. */
  day: number
  days: number
  /** Only alerts of these types. */
  typeKeys?: string[] | undefined
}

export interface AlertForecast {
  /** From data before the day. */
  daysOfData: number
  /** No device has reported since the day before, so it is unknown whether there would have been alerts. */
  isSilent: boolean
  history: AlertHistory
  /** undefined: too little data, or none recently. */
  week: AlertWeek | undefined
}

/** Forecasts the alerts of a scope from those before a local day. */
export async function forecastAlertsOf(
  db: Kysely<Database>,
  { scope, timeZone, day, days, typeKeys }: Asked,
): Promise<AlertForecast> {
  const firstAt = await forecastQueries(db).findFirstAt(scope)
  const latestAt = await forecastQueries(db).findLatestAt(scope)
  const dayBefore = localHours(timeZone, day - 1, day)[0]?.at ?? 0
  const isSilent = latestAt !== undefined && latestAt.getTime() < dayBefore
  const firstDay = firstAt ? Math.max(localDay(timeZone, firstAt.getTime()), day - mostDays) : day
  const hours = firstDay < day ? localHours(timeZone, firstDay, day) : []
  const coming = localHours(timeZone, day, day + days)
  const counts = await countByHour(db, scope, { hours, endAt: coming[0]?.at ?? 0, typeKeys })
  const closed = new Map(
    (await closedDayQueries(db).listAt(scope)).toReversed().map((day) => [dayOfDate(day.Date), day.Name]),
  )
  const history = { hours, counts, closed }
  const daysOfData = day - firstDay
  const isEnough = daysOfData >= neededDays && !isSilent
  return { daysOfData, isSilent, history, week: isEnough ? forecastAlerts(history, coming) : undefined }
}

/** Counts the alerts that start in each of consecutive hours. */
export async function countByHour(
  db: Kysely<Database>,
  scope: Scope,
  {
    hours,
    endAt,
    typeKeys,
  }: { hours: readonly { at: number }[]; endAt: number; typeKeys?: string[] | undefined },
): Promise<number[]> {
  const counts = hours.map(() => 0)
  const first = hours[0]
  if (!first) return counts
  const filter = {
    ...(typeKeys && { typeKeys }),
    fromInclusive: new Date(first.at),
    toExclusive: new Date(endAt),
    rangeBy: 'Start' as const,
  }
  const found = await alertCountQueries(db).countOverTime(
    { scope, filter },
    hours.map(({ at }) => at),
  )
  for (const { index, count } of found) counts[index] = count
  return counts
}
