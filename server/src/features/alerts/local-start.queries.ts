import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../../database.ts'
import { type OffsetSpan, offsetSpans } from '../time-zones/index.ts'

/** A time zone and its offsets over the period in which the alerts started. */
interface Clock {
  timeZone: string
  spans: OffsetSpan[]
}

/** When an alert started, in local time of `timeZone` or else of its own site. */
export interface LocalStart {
  /** 0 to 6, where 0 is Sunday. */
  weekday: RawBuilder<number>
  /** 0 to 23. */
  hour: RawBuilder<number>
}

/** Uses this runtime's time zone data for the alerts that satisfy a condition. */
export async function localStart(
  db: Kysely<Database>,
  condition: Expression<SqlBool>,
  timeZone: string | undefined,
): Promise<LocalStart> {
  const zone = timeZone === undefined ? sql<string>`alert.time_zone` : sql<string>`${timeZone}::text`
  const found = await db
    .selectFrom('alert')
    .where(condition)
    .select((eb) => [
      zone.as('timeZone'),
      eb.fn.min('started_at').as('first'),
      eb.fn.max('started_at').as('last'),
    ])
    .groupBy(sql`1`)
    .execute()
  const offset = offsetOf(
    zone,
    found.map((row) => ({
      timeZone: row.timeZone,
      spans: offsetSpans(row.timeZone, row.first.getTime(), row.last.getTime()),
    })),
  )
  const part = (name: 'dow' | 'hour') =>
    sql<number>`extract(${sql.raw(name)} from alert.started_at at time zone 'UTC' + ${offset})::int`
  return { weekday: part('dow'), hour: part('hour') }
}

/** The offset from UTC when an alert started; null in a zone that no alert had when the offsets were read. */
function offsetOf(zone: Expression<string>, clocks: readonly Clock[]): Expression<unknown> {
  if (clocks.length === 0) return sql`null::interval`
  const cases = clocks.map(({ timeZone, spans }) => {
    const offsets = spans.map(({ offsetMs }) => offsetMs / 1000)
    const starts = spans.map(({ from }) => new Date(from).toISOString())
    return sql`when ${timeZone} then (${sql.val(offsets)}::float8[])[width_bucket(alert.started_at, ${sql.val(starts)}::timestamptz[])]`
  })
  return sql`make_interval(secs => case ${zone} ${sql.join(cases, sql` `)} end)`
}
