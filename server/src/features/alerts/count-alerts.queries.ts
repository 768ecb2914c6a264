import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { type AlertFilter, disjointFilters, disjointMatches } from './alert-filter.queries.ts'
import { alertTallyQueries, type Days } from './alert-tally.queries.ts'
import type { Span } from './local-spans.ts'
import type { AlertSearch } from './search-terms.ts'
import { readClocksOfLargeScope, spansToRead, startedWithin } from './spans-to-read.queries.ts'

const dayMs = 86_400_000

/** Filters that the tallies support, and filters that have no effect on their own. */
const tallied: (keyof AlertFilter)[] = ['typeKeys', 'severities', 'ongoing', 'rangeBy', 'timeZone']
const period: (keyof AlertFilter)[] = ['fromInclusive', 'toExclusive']

/** Counts the alerts of a scope that satisfy a filter. Uses tallies if they support the filter. */
export async function countAlerts(db: Kysely<Database>, scope: Scope, filter: AlertFilter): Promise<number> {
  if (filter.search && filter.search.typeKeys.length > 0)
    return sumOf(splitByType(filter, filter.search).map((part) => countAlerts(db, scope, part)))
  const tally = alertTallyQueries(db)
  const clocks = await readClocksOfLargeScope(db, scope, filter)
  const countEach = async (of: AlertFilter) => {
    const parts = await disjointMatches(db, scope, of, clocks)
    const spans = clocks && spansToRead(of, clocks)
    // In one statement, so that a search does not take all connections.
    const counts = parts.flatMap((part) =>
      spans ? countsWithin(spans, part) : sql`(select count(*) from alert where ${part})`,
    )
    const { rows } = await sql<{
      count: number
    }>`select (${sql.join([sql`0`, ...counts], sql` + `)})::float8 as count`.execute(db)
    return rows[0]?.count ?? 0
  }

  async function countTallied(of: AlertFilter): Promise<number> {
    // The tally by day has fewer rows, and counts the whole installation.
    if (!of.fromInclusive && !of.toExclusive && !scope.includesAllSites) return tally.countRaised(scope, of)
    return sumOf(
      disjointFilters(of).flatMap((part) => {
        const { days, rest } = part.openAt ? { days: undefined, rest: [part] } : splitAtDays(part)
        return [...(days ? [tally.countStartedOn(days, of)] : []), ...rest.map(countEach)]
      }),
    )
  }

  if (!isTallied(scope, filter)) return sumOf(disjointFilters(filter).map(countEach))
  const all = await countTallied({ ...filter, ongoing: undefined })
  // The tallies do not distinguish the few open alerts.
  return filter.ongoing === false ? all - (await countEach({ ...filter, ongoing: true })) : all
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

function isTallied(scope: Scope, filter: AlertFilter): boolean {
  const supported = new Set<string>([...tallied, ...(scope.includesAllSites ? period : [])])
  return (
    filter.ongoing !== true &&
    Object.entries(filter).every(([name, value]) => value === undefined || supported.has(name))
  )
}

/** Splits a filter for alerts that started in a period into the whole days of the period, and filters for the rest of it. */
function splitAtDays(filter: AlertFilter): { days: Days | undefined; rest: AlertFilter[] } {
  const { fromInclusive: from, toExclusive: to } = filter
  const first = from && new Date(Math.ceil(from.getTime() / dayMs) * dayMs)
  const last = to && new Date(Math.floor(to.getTime() / dayMs) * dayMs)
  if (first && last && first >= last) return { days: undefined, rest: [filter] }
  return {
    days: { fromInclusive: first, toExclusive: last },
    rest: [
      ...(first && first > from ? [{ ...filter, toExclusive: first }] : []),
      ...(last && last < to ? [{ ...filter, fromInclusive: last, rangeBy: 'Start' as const }] : []),
    ],
  }
}

const sumOf = async (counts: readonly Promise<number>[]): Promise<number> =>
  (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
