import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { type AlertFilter, disjointFilters, disjointMatches, withPlaces } from './alert-filter.queries.ts'
import type { PageByStart } from './page-within-spans.queries.ts'

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
  const parts = await searchParts(db, scope, filter)
  if (!parts) return undefined
  // Counting them does not read their rows.
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::int as count from (${selectEach(sql`1`, parts, mostFew + 1)}) found`.execute(db)
  if ((counted[0]?.count ?? 0) > mostFew) return undefined
  const { rows } = await sql<{ id: string }>`${selectEach(sql`id`, parts, mostFew + 1)}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Returns the ids of a page of the alerts that a search finds, by start, in no particular order. Indexes have the starts, so only the
 * rows of the page are read. Returns undefined if there are many, or no index finds them.
 */
export async function findPageOfSearched(
  db: Kysely<Database>,
  scope: Scope,
  filter: AlertFilter,
  { limit, offset, order }: PageByStart,
): Promise<string[] | undefined> {
  const parts = await searchParts(db, scope, filter)
  if (!parts) return undefined
  const way = sql.raw(order)
  const { rows: read } = await sql<{ count: number; first: string | null; last: string; before: number }>`
    with found as materialized (${selectEach(sql`started_at`, parts, mostFew + 1)}),
      page as (select started_at from found order by started_at ${way} limit ${limit} offset ${offset}),
      ends as (select min(started_at) as first, max(started_at) as last from page)
    select (select count(*) from found)::int as count, first::text, last::text, (
      select count(*) from found
      where ${order === 'desc' ? sql`started_at > last` : sql`started_at < first`})::int as before
    from ends`.execute(db)
  const [starts] = read
  if (!starts || starts.count > mostFew) return undefined
  if (starts.first === null) return []
  const { first, last, before } = starts
  const { rows } = await sql<{ id: string }>`
    select id from (${selectEach(
      sql`id, started_at`,
      parts.map(
        (part) =>
          sql<SqlBool>`${part} and started_at >= ${first}::timestamptz and started_at <= ${last}::timestamptz`,
      ),
    )}) found
    order by started_at ${way}, id ${way} limit ${limit} offset ${offset - before}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns conditions with an index for each, of which each alert that a search finds satisfies one. undefined: there are none. */
async function searchParts(
  db: Kysely<Database>,
  scope: Scope,
  filter: AlertFilter,
): Promise<Expression<SqlBool>[] | undefined> {
  if (!filter.search) return undefined
  const filters = disjointFilters(await withPlaces(db, scope, filter))
  const parts = (await Promise.all(filters.map((of) => disjointMatches(db, scope, of)))).flat()
  return parts.length > filters.length ? parts : undefined
}

/** SQL for columns of the alerts that satisfy one of the conditions, each up to a limit. */
const selectEach = (
  columns: RawBuilder<unknown>,
  parts: readonly Expression<SqlBool>[],
  most?: number,
): RawBuilder<unknown> => {
  const limit = most === undefined ? sql`` : sql` limit ${most}`
  return sql.join(
    parts.map((part) => sql`(select ${columns} from alert where ${part}${limit})`),
    sql` union all `,
  )
}
