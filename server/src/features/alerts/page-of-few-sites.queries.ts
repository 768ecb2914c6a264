import { type Kysely, sql } from 'kysely'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { type AlertFilter, conditions } from './alert-filter.queries.ts'
import { findFewSites } from './few-sites.queries.ts'
import type { PageByStart } from './page-within-spans.queries.ts'

/** Beyond this, walking all alerts from the newest on finds a page sooner. */
const mostSites = 100

/** Filters that PostgreSQL serves better by other indexes, or that refer to the scope. */
const others = [
  'deviceIds',
  'groupIds',
  'siteIds',
  'ongoing',
  'openAt',
  'daysOfWeek',
  'hoursOfDay',
  'search',
] as const

/**
 * Returns the ids of a page of alerts by start, in no particular order: the pages of each site of the scope, merged. Walking all
 * alerts from the newest on would read a thousand of them for each one of a small site. Returns undefined if the scope has many
 * sites, or the filter is better served otherwise.
 */
export async function findPageOfFewSites(
  db: Kysely<Database>,
  scope: Scope,
  filter: AlertFilter,
  { limit, offset, order }: PageByStart,
): Promise<string[] | undefined> {
  if (scope.includesAllSites || others.some((name) => filter[name] !== undefined)) return undefined
  const nos = await findFewSites(db, scope, mostSites)
  if (!nos) return undefined
  const way = sql.raw(order)
  const { rows } = await sql<{ id: string }>`
    select newest.id from unnest(${nos}::int[]) as site (no) cross join lateral (
      select alert.id, alert.started_at from alert
      where alert.site_path_no = site.no and ${sql.join([sql`true`, ...conditions(filter)], sql` and `)}
      order by alert.started_at ${way}, alert.id ${way} limit ${limit + offset}
    ) newest
    order by newest.started_at ${way}, newest.id ${way} limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ id }) => id)
}
