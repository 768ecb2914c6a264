import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import type { Database } from '../../database.ts'
import type { Slice } from '../../platform/answer-page.ts'
import type { Span } from './local-spans.ts'

export interface PageByStart extends Slice {
  order: 'asc' | 'desc'
}

/**
 * Returns the ids of a page of the alerts that started within these spans, ordered by start. The ids are in no particular order. The
 * spans must not overlap.
 */
export async function findPageWithin(
  db: Kysely<Database>,
  spans: readonly Span[],
  matches: Expression<SqlBool>,
  { limit, offset, order }: PageByStart,
): Promise<string[]> {
  const way = sql.raw(order)
  const times = (instants: number[]) =>
    sql`${instants.map((at) => new Date(at).toISOString())}::timestamptz[]`
  const { rows } = await sql<{ id: string }>`
    select first.id from unnest(${times(spans.map(({ from }) => from))}, ${times(spans.map(({ to }) => to))}) as span (since, until)
    cross join lateral (
      select alert.id, alert.started_at from alert
      where alert.started_at >= span.since and alert.started_at < span.until and ${matches}
      order by alert.started_at ${way}, alert.id ${way} limit ${offset + limit}
    ) first
    order by first.started_at ${way}, first.id ${way} limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ id }) => id)
}
