import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { type AlertFilter, disjointMatches } from './alert-filter.queries.ts'

/** Beyond this, walking the alerts in the order of a list finds a page sooner. */
const mostFew = 5000

/**
 * Returns the ids of all alerts that a search finds, in no particular order. PostgreSQL would walk all alerts in the order of the
 * list, since it cannot know how few there are. Returns undefined if there are many, or no index finds them.
 */
export async function findFewSearched(
  db: Kysely<Database>,
  scope: Scope,
  filter: AlertFilter,
): Promise<string[] | undefined> {
  if (!filter.search) return undefined
  const parts = await disjointMatches(db, scope, filter)
  if (parts.length === 1) return undefined
  const each = (column: RawBuilder<unknown>) =>
    sql.join(
      parts.map((part) => sql`(select ${column} from alert where ${part} limit ${mostFew + 1})`),
      sql` union all `,
    )
  // Counting them does not read their rows.
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::int as count from (${each(sql`1`)}) found`.execute(db)
  if ((counted[0]?.count ?? 0) > mostFew) return undefined
  const { rows } = await sql<{ id: string }>`select id from (${each(sql`id`)}) found`.execute(db)
  return rows.map(({ id }) => id)
}
