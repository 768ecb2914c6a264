import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import type { Database } from '../../database.ts'
import type { Slice } from '../../platform/answer-page.ts'
import type { Span } from './local-spans.ts'
import { startedWithin } from './spans-to-read.queries.ts'

export interface PageByStart extends Slice {
  order: 'asc' | 'desc'
}

/**
 * Returns the ids of a page of alerts by start, in no particular order: the first alerts of each span, merged. The spans do not
 * overlap.
 */
export async function findPageWithin(
  db: Kysely<Database>,
  spans: readonly Span[],
  matches: Expression<SqlBool>,
  { limit, offset, order }: PageByStart,
): Promise<string[]> {
  if (spans.length === 0) return []
  const way = sql.raw(order)
  const pages = spans.map(
    (span) => sql`(
      select id, started_at from alert where ${startedWithin([span])} and ${matches}
      order by started_at ${way}, id ${way} limit ${offset + limit})`,
  )
  const { rows } = await sql<{ id: string }>`
    select id from (${sql.join(pages, sql` union all `)}) first
    order by started_at ${way}, id ${way} limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ id }) => id)
}
