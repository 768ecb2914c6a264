import type { DeliveryFigures } from '@eot/contract/logs'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database.ts'

const hourMs = 3_600_000
const hours = 24

interface HourFigures {
  /** null: the total of all hours. */
  hour: Date | null
  sent: number
  failed: number
  waiting: number
  halfWithinMs: number | null
  mostWithinMs: number | null
}

/** The rows to count, with their outcome (`sent`, `failed`, `waiting`; others are ignored), `created_at` and `finished_at`. */
export type CountedDeliveries = RawBuilder<unknown>

/**
 * Counts the outcomes of the deliveries of the 24 hours before `now`, by hour from the start of that period. `deliveriesSince`
 * selects the deliveries.
 */
export async function readDeliveryFigures(
  db: Kysely<Database>,
  now: Date,
  deliveriesSince: (from: Date) => CountedDeliveries,
): Promise<DeliveryFigures> {
  const from = new Date(now.getTime() - hours * hourMs)
  const { rows } = await sql<HourFigures>`
    select hour,
      count(*) filter (where outcome = 'sent')::int as sent,
      count(*) filter (where outcome = 'failed')::int as failed,
      count(*) filter (where outcome = 'waiting')::int as waiting,
      percentile_disc(0.5) within group (order by ms) filter (where outcome = 'sent')::int as "halfWithinMs",
      percentile_disc(0.99) within group (order by ms) filter (where outcome = 'sent')::int as "mostWithinMs"
    from (
      select outcome, date_bin('1 hour', created_at, ${from}) as hour,
        extract(epoch from finished_at - created_at) * 1000 as ms
      from (${deliveriesSince(from)}) delivery
    ) timed
    group by grouping sets ((hour), ()) order by hour nulls first`.execute(db)
  const [all, ...byHour] = rows
  const known = new Map(byHour.map((figures) => [figures.hour?.getTime(), figures]))
  return {
    Sent: all?.sent ?? 0,
    Failed: all?.failed ?? 0,
    Waiting: all?.waiting ?? 0,
    HalfWithinMs: all?.halfWithinMs ?? null,
    MostWithinMs: all?.mostWithinMs ?? null,
    Hours: Array.from({ length: hours }, (_, index) => {
      const startAt = from.getTime() + index * hourMs
      const { sent = 0, failed = 0 } = known.get(startAt) ?? {}
      return { StartAt: new Date(startAt).toISOString(), Sent: sent, Failed: failed }
    }),
  }
}
