import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { type AlertFilter, disjointFilters, disjointMatches, hasOnly } from './alert-filter.queries.ts'
import { alertTallyQueries } from './alert-tally.queries.ts'
import type { Span } from './local-spans.ts'
import type { AlertSearch } from './search-terms.ts'
import { readClocksOfLargeScope, spansToCount, startedWithin } from './spans-to-read.queries.ts'
import { talliedAlerts, talliedFilters } from './tallied-alerts.queries.ts'

/** Filters that the tally by site supports, and filters that have no effect on their own. */
const talliedBySite: (keyof AlertFilter)[] = ['typeKeys', 'severities', 'rangeBy', 'timeZone']

/** Counts the alerts of a scope that satisfy a filter. Uses tallies if they support the filter. */
export async function countAlerts(db: Kysely<Database>, scope: Scope, filter: AlertFilter): Promise<number> {
  if (filter.search && filter.search.typeKeys.length > 0)
    return sumOf(splitByType(filter, filter.search).map((part) => countAlerts(db, scope, part)))
  const supported = scope.includesAllSites ? talliedFilters : talliedBySite
  if (filter.ongoing === false && hasOnly({ ...filter, ongoing: undefined }, supported)) {
    // The tallies do not distinguish the few open alerts. One may be raised between the two statements.
    const all = await countAlerts(db, scope, { ...filter, ongoing: undefined })
    return Math.max(0, all - (await countAlerts(db, scope, { ...filter, ongoing: true })))
  }
  // The tally by day has fewer rows, and counts the whole installation.
  if (!scope.includesAllSites && hasOnly(filter, talliedBySite))
    return alertTallyQueries(db).countRaised(scope, filter)
  const clocks = await readClocksOfLargeScope(db, scope, filter)
  return sumOf(
    disjointFilters(filter).map(async (of) => {
      const byDayOrHour = await talliedAlerts(db, scope, of, { byDay: true, clocks })
      if (byDayOrHour) {
        const { rows, matches, count } = byDayOrHour
        const counted = db.selectFrom(rows).where(matches).select(count.as('count'))
        return (await counted.executeTakeFirstOrThrow()).count
      }
      const parts = await disjointMatches(db, scope, of, clocks)
      const spans = clocks && spansToCount(of, clocks)
      // In one statement, so that a search does not take all connections.
      const counts = parts.flatMap((part) =>
        spans ? countsWithin(spans, part) : sql`(select count(*) from alert where ${part})`,
      )
      const { rows } = await sql<{
        count: number
      }>`select (${sql.join([sql`0`, ...counts], sql` + `)})::float8 as count`.execute(db)
      return rows[0]?.count ?? 0
    }),
  )
}

/** The time to plan a statement grows with the square of the spans that it compares with at once. */
const spansAtOnce = 50

/** SQL for numbers of alerts that started in some of the spans each. */
const countsWithin = (spans: readonly Span[], matches: Expression<SqlBool>): RawBuilder<unknown>[] =>
  Array.from({ length: Math.ceil(spans.length / spansAtOnce) }, (_, part) => {
    const some = spans.slice(part * spansAtOnce, (part + 1) * spansAtOnce)
    return sql`(select count(*) from alert where ${startedWithin(some)} and ${matches})`
  })

/** Splits a search that matches the names of types into the alerts of these types, which tallies may count, and the others. */
function splitByType(filter: AlertFilter, search: AlertSearch): AlertFilter[] {
  const { typeKeys: named } = search
  return [
    { ...filter, search: undefined, typeKeys: named.filter((key) => filter.typeKeys?.includes(key) ?? true) },
    { ...filter, search: { ...search, typeKeys: [] }, notTypeKeys: named },
  ]
}

const sumOf = async (counts: readonly Promise<number>[]): Promise<number> =>
  (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
