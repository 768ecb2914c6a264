import {
  type AliasedRawBuilder,
  type Expression,
  type Kysely,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { type AlertFilter, hasOnly, matchesFilter } from './alert-filter.queries.ts'
import type { Span } from './local-spans.ts'
import { type LocalClocks, readClocks, startedAt } from './local-start.queries.ts'
import { spansByZone } from './spans-to-read.queries.ts'

const hourMs = 3_600_000

/** The filters that can be applied to tallies. */
export const talliedFilters: (keyof AlertFilter)[] = [
  'typeKeys',
  'notTypeKeys',
  'severities',
  'confirmed',
  'fromInclusive',
  'toExclusive',
  'rangeBy',
  'daysOfWeek',
  'hoursOfDay',
  'timeZone',
]

/** The columns that tallies have in common with alerts. */
export interface TalliedAlerts {
  /** For a tally, the start of its UTC hour or day; for a single alert, its own start. */
  started_at: Date
  /** null in a tally by day. */
  time_zone: string | null
  type_key: string
  severity: string
  /** null in a tally by hour. */
  confirmed: boolean | null
  alerts: number
}

/** Rows that each stand for one or more alerts, and the condition for those that satisfy a filter. */
export interface CountableAlerts {
  rows: AliasedRawBuilder<TalliedAlerts, 'alert'>
  matches: Expression<SqlBool>
  /** The number of alerts. */
  count: RawBuilder<number>
}

interface Resolution {
  /** Whether counts by day are sufficient, since local times and intervals do not matter. */
  byDay?: boolean
  /** The clocks, if the caller uses local times itself. By default, they are read if the filter needs them. */
  clocks?: LocalClocks | undefined
}

/**
 * Returns the tally by hour, or by day if allowed, with single alerts for the rest of a period. Returns undefined if alerts have to be
 * counted one by one: if the scope has only some sites, or a filter needs other columns.
 */
export async function talliedAlerts(
  db: Kysely<Database>,
  scope: Scope,
  filter: AlertFilter,
  { byDay = false, clocks }: Resolution = {},
): Promise<CountableAlerts | undefined> {
  const { fromInclusive, toExclusive, rangeBy, confirmed, daysOfWeek, hoursOfDay, timeZone } = filter
  const isByStart = fromInclusive === undefined || rangeBy === 'Start'
  if (!scope.includesAllSites || !hasOnly(filter, talliedFilters) || !isByStart) return undefined
  const isLocal = daysOfWeek !== undefined || hoursOfDay !== undefined
  const used = clocks ?? (isLocal ? await readClocks(db, scope, timeZone) : undefined)
  if (used && !haveWholeHours(used)) return undefined
  const local = isLocal && used ? localHours(filter, used) : undefined
  const tallies = [
    ...(byDay && !used ? [tallyByDay] : []),
    ...(confirmed === undefined ? [{ ...tallyByHour, only: local?.inTally }] : []),
  ]
  if (tallies.length === 0) return undefined
  const period = { from: fromInclusive?.getTime(), to: toExclusive?.getTime() }
  const others = local ? { ...filter, daysOfWeek: undefined, hoursOfDay: undefined } : filter
  return {
    rows: sql<TalliedAlerts>`(${sql.join(rowsOf(tallies, period, local?.inAlerts), sql` union all `)})`.as(
      'alert',
    ),
    matches: await matchesFilter(db, scope, others, used),
    count: sql<number>`coalesce(sum(alert.alerts), 0)::float8`,
  }
}

/** Whether each local hour is a UTC hour, also when clocks change. */
const haveWholeHours = ({ zones }: LocalClocks): boolean =>
  zones.every(({ spans }) =>
    spans.every(({ from, offsetMs }, at) => offsetMs % hourMs === 0 && (at === 0 || from % hourMs === 0)),
  )

interface Tally {
  /** An hour or a day. */
  unitMs: number
  /** The column with the start of the hour or day. */
  start: RawBuilder<unknown>
  /** A statement without a condition. */
  select: RawBuilder<unknown>
  /** An additional condition for the rows to read. */
  only?: Expression<SqlBool> | undefined
}

const tallyByDay: Tally = {
  unitMs: 24 * hourMs,
  start: sql`day`,
  select: sql`select day as started_at, null as time_zone, type_key, severity, confirmed, alerts from alert_day_tally`,
}
const tallyByHour: Tally = {
  unitMs: hourMs,
  start: sql`hour`,
  select: sql`select hour as started_at, time_zone, type_key, severity, null::boolean as confirmed, alerts from alert_hour_tally`,
}

/** With more hours, calculating the local time of each row of the tally takes about as long. */
const mostHours = 10_000

/** Conditions for the weekdays and hours of a filter. */
interface LocalHours {
  /** Compares the hours of the tally with those of each time zone, which takes half as long as calculating their local times. */
  inTally: Expression<SqlBool>
  inAlerts: Expression<SqlBool>
}

/** Returns undefined if there are too many hours. */
function localHours(filter: AlertFilter, clocks: LocalClocks): LocalHours | undefined {
  const zones = spansByZone(filter, clocks).map(({ timeZones, spans }) => ({
    timeZones,
    hours: spans.flatMap(hoursOf),
  }))
  if (zones.reduce((sum, { hours }) => sum + hours.length, 0) > mostHours) return undefined
  const inZones = zones.map(({ timeZones, hours }) => {
    const isHour = sql<SqlBool>`hour = any(${sql.val(hours)}::timestamptz[])`
    return clocks.timeZone === undefined
      ? sql<SqlBool>`(time_zone = any(${timeZones}) and ${isHour})`
      : isHour
  })
  return {
    inTally: sql<SqlBool>`(${sql.join([sql`false`, ...inZones], sql` or `)})`,
    inAlerts: sql<SqlBool>`${sql.join(startedAt(filter, clocks), sql` and `)}`,
  }
}

/** Returns the starts of the UTC hours of a span. */
function hoursOf({ from, to }: Span): string[] {
  const first = Math.floor(from / hourMs)
  return Array.from({ length: Math.ceil(to / hourMs) - first }, (_, at) =>
    new Date((first + at) * hourMs).toISOString(),
  )
}

/** A period in epoch ms. undefined: without a limit. */
interface Period {
  from: number | undefined
  to: number | undefined
}

/**
 * Returns statements that together cover a period: whole days or hours from the first tally, and what is left at both ends from the
 * next tally, or from single alerts after the last one. `inAlerts` is an additional condition for those.
 */
function rowsOf(
  [tally, ...others]: readonly Tally[],
  { from, to }: Period,
  inAlerts: Expression<SqlBool> = sql<SqlBool>`true`,
): RawBuilder<unknown>[] {
  if (!tally)
    return [
      sql`select started_at, time_zone, type_key, severity, confirmed, 1 as alerts from alert
        where ${within(sql`started_at`, { from, to })} and ${inAlerts}`,
    ]
  const { unitMs, start, select, only = sql`true` } = tally
  const first = from && Math.ceil(from / unitMs) * unitMs
  const last = to && Math.floor(to / unitMs) * unitMs
  if (first !== undefined && last !== undefined && first >= last)
    return rowsOf(others, { from, to }, inAlerts)
  return [
    sql`${select} where ${only} and ${within(start, { from: first, to: last })}`,
    ...(first !== from ? rowsOf(others, { from, to: first }, inAlerts) : []),
    ...(last !== to ? rowsOf(others, { from: last, to }, inAlerts) : []),
  ]
}

const within = (instant: RawBuilder<unknown>, { from, to }: Period) =>
  sql.join(
    [
      sql`true`,
      ...(from !== undefined ? [sql`${instant} >= ${new Date(from)}`] : []),
      ...(to !== undefined ? [sql`${instant} < ${new Date(to)}`] : []),
    ],
    sql` and `,
  )
