import { type Kysely, sql } from 'kysely'
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
  const each = parts.map((part) => sql`(select id from alert where ${part} limit ${mostFew + 1})`)
  const { rows } = await sql<{ id: string }>`
    select id from (${sql.join(each, sql` union all `)}) found limit ${mostFew + 1}`.execute(db)
  return rows.length > mostFew ? undefined : rows.map(({ id }) => id)
}
