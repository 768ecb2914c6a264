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
  /** Both together: 0 to 167, where 0 is the first hour of Sunday. */
  hourOfWeek: RawBuilder<number>
}

/** Uses this runtime's time zone data for the alerts that satisfy a condition. */
export async function localStart(
  db: Kysely<Database>,
  condition: Expression<SqlBool>,
  timeZone: string | undefined,
): Promise<LocalStart> {
  const zone = timeZone === undefined ? sql<string>`alert.time_zone` : sql<string>`${timeZone}::text`
  const found = timeZone === undefined ? await findZones(db, condition) : await findPeriod(db, timeZone)
  const offset = offsetOf(
    zone,
    found.map((row) => ({
      timeZone: row.timeZone,
      spans: offsetSpans(row.timeZone, row.first.getTime(), row.last.getTime()),
    })),
  )
  // Double precision seconds, which take a third of the time that `extract` from a timestamp takes.
  const local = sql`(date_part('epoch', alert.started_at) + ${offset})`
  return {
    // January 1, 1970 was a Thursday.
    weekday: sql<number>`((floor(${local} / 86400)::int + 4) % 7)`,
    hour: sql<number>`(floor(${local} / 3600)::int % 24)`,
    hourOfWeek: sql<number>`((floor(${local} / 3600)::int + 96) % 168)`,
  }
}

interface Period {
  timeZone: string
  first: Date
  last: Date
}

async function findZones(db: Kysely<Database>, condition: Expression<SqlBool>): Promise<Period[]> {
  return await db
    .selectFrom('alert')
    .where(condition)
    .select((eb) => [
      'time_zone as timeZone',
      eb.fn.min('started_at').as('first'),
      eb.fn.max('started_at').as('last'),
    ])
    .groupBy('time_zone')
    .execute()
}

/** The period of all alerts, which needs only the first and last entry of an index. */
async function findPeriod(db: Kysely<Database>, timeZone: string): Promise<Period[]> {
  const { first, last } = await db
    .selectFrom('alert')
    .select((eb) => [
      eb.fn.min<Date | null>('started_at').as('first'),
      eb.fn.max<Date | null>('started_at').as('last'),
    ])
    .executeTakeFirstOrThrow()
  return first && last ? [{ timeZone, first, last }] : []
}

/**
 * Returns the offset from UTC in seconds when an alert started; null in a zone that no alert had when the offsets were read.
 */
function offsetOf(zone: Expression<string>, clocks: readonly Clock[]): Expression<unknown> {
  if (clocks.length === 0) return sql`null::float8`
  const cases = clocks.map(({ timeZone, spans }) => {
    const offsets = spans.map(({ offsetMs }) => offsetMs / 1000)
    const starts = spans.map(({ from }) => new Date(from).toISOString())
    return sql`when ${timeZone} then (${sql.val(offsets)}::float8[])[width_bucket(alert.started_at, ${sql.val(starts)}::timestamptz[])]`
  })
  return sql`case ${zone} ${sql.join(cases, sql` `)} end`
}
