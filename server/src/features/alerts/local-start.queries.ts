import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { inScope } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { type OffsetSpan, offsetSpans } from '../time-zones/index.ts'
import { anyOf } from './any-of.queries.ts'
import type { LocalTimes } from './local-spans.ts'

const hourMs = 3_600_000

/** The offsets of time zones over the period in which all alerts started. They do not cover alerts that are raised later. */
export interface LocalClocks {
  /** The zone for all alerts. undefined: that of the site of each. */
  timeZone: string | undefined
  zones: { timeZone: string; spans: OffsetSpan[] }[]
  /** In epoch ms. The first is the start of the UTC hour in which the first alert started. */
  first: number
  last: number
}

/** When an alert started, in local time of `timeZone` or else of its own site. */
export interface LocalStart {
  /** 0 to 6, where 0 is Sunday. */
  weekday: RawBuilder<number>
  /** 0 to 23. */
  hour: RawBuilder<number>
  /** Both together: 0 to 167, where 0 is the first hour of Sunday. */
  hourOfWeek: RawBuilder<number>
}

/** Reads the offsets that `localStartBy` needs for the alerts of a scope, from this runtime's time zone data. */
export async function readClocks(
  db: Kysely<Database>,
  scope: Scope,
  timeZone: string | undefined,
): Promise<LocalClocks> {
  const names = timeZone === undefined ? await findZones(db, scope) : [timeZone]
  const { first, last } = await findPeriod(db)
  const zones = names.map((name) => ({ timeZone: name, spans: offsetSpans(name, first, last) }))
  return { timeZone, zones, first, last }
}

/** Returns SQL for rows of `alert`, or of a tally with that alias. */
export function localStartBy({ timeZone, zones }: LocalClocks): LocalStart {
  const zone = timeZone === undefined ? sql<string>`alert.time_zone` : sql<string>`${timeZone}::text`
  const offset = offsetOf(zone, zones)
  // Double precision seconds, which take a third of the time that `extract` from a timestamp takes.
  const local = sql`(date_part('epoch', alert.started_at) + ${offset})`
  return {
    // January 1, 1970 was a Thursday.
    weekday: sql<number>`((floor(${local} / 86400)::int + 4) % 7)`,
    hour: sql<number>`(floor(${local} / 3600)::int % 24)`,
    hourOfWeek: sql<number>`((floor(${local} / 3600)::int + 96) % 168)`,
  }
}

/** The conditions that alerts started on one of the weekdays and at one of the hours, as far as they are given. */
export function startedAt(
  { daysOfWeek, hoursOfDay }: LocalTimes,
  clocks: LocalClocks,
): Expression<SqlBool>[] {
  const { weekday, hour } = localStartBy(clocks)
  return [...anyOf(weekday, daysOfWeek, 'int'), ...anyOf(hour, hoursOfDay, 'int')]
}

async function findZones(db: Kysely<Database>, scope: Scope): Promise<string[]> {
  const zones = db.selectFrom('alert_site_name').select('time_zone as timeZone').distinct()
  const paths = db
    .selectFrom('alert_site_path')
    .where((eb) => inScope(eb.ref('path'), scope))
    .select('no')
  const rows = await (scope.includesAllSites ? zones : zones.where('site_path_no', 'in', paths)).execute()
  return rows.map(({ timeZone }) => timeZone)
}

/** Returns the start of the hour of the first alert, and the start of the last alert, in epoch ms. An index has both. */
async function findPeriod(db: Kysely<Database>): Promise<{ first: number; last: number }> {
  const { first, last } = await db
    .selectFrom('alert')
    .select((eb) => [
      eb.fn.min<Date | null>('started_at').as('first'),
      eb.fn.max<Date | null>('started_at').as('last'),
    ])
    .executeTakeFirstOrThrow()
  const start = first?.getTime() ?? 0
  return { first: Math.floor(start / hourMs) * hourMs, last: last?.getTime() ?? 0 }
}

/**
 * Returns the offset from UTC in seconds when an alert started; null in a zone that no alert had when the offsets were read.
 */
function offsetOf(zone: Expression<string>, zones: LocalClocks['zones']): Expression<unknown> {
  if (zones.length === 0) return sql`null::float8`
  const cases = zones.map(({ timeZone, spans }) => {
    const offsets = spans.map(({ offsetMs }) => offsetMs / 1000)
    const starts = spans.map(({ from }) => new Date(from).toISOString())
    return sql`when ${timeZone} then (${sql.val(offsets)}::float8[])[width_bucket(alert.started_at, ${sql.val(starts)}::timestamptz[])]`
  })
  return sql`case ${zone} ${sql.join(cases, sql` `)} end`
}
