import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { type AlertFilter, disjointFilters, disjointMatches } from './alert-filter.queries.ts'
import { hasManySites } from './alert-search.queries.ts'
import { alertTallyQueries, type Days } from './alert-tally.queries.ts'
import { type Span, spansOfLocalTimes } from './local-spans.ts'
import { type LocalClocks, readClocks } from './local-start.queries.ts'
import type { AlertSearch } from './search-terms.ts'

const dayMs = 86_400_000

/** Filters that the tallies support, and filters that have no effect on their own. */
const tallied: (keyof AlertFilter)[] = ['typeKeys', 'severities', 'ongoing', 'rangeBy', 'timeZone']
const period: (keyof AlertFilter)[] = ['fromInclusive', 'toExclusive']

/** Counts the alerts of a scope that satisfy a filter. Uses tallies if they support the filter. */
export async function countAlerts(db: Kysely<Database>, scope: Scope, filter: AlertFilter): Promise<number> {
  if (filter.search && filter.search.typeKeys.length > 0)
    return sumOf(splitByType(filter, filter.search).map((part) => countAlerts(db, scope, part)))
  const tally = alertTallyQueries(db)
  const isLocal = filter.daysOfWeek !== undefined || filter.hoursOfDay !== undefined
  const clocks = isLocal ? await readClocks(db, scope, filter.timeZone) : undefined
  const isLarge = clocks !== undefined && (await hasManySites(db, scope))
  const countEach = async (of: AlertFilter) => {
    const parts = await disjointMatches(db, scope, of, clocks)
    const spans = isLarge ? localSpansOf(of, clocks) : undefined
    // In one statement, so that a search does not take all connections.
    const counts = parts.map((part) =>
      spans ? countWithin(spans, part) : sql`(select count(*) from alert where ${part})`,
    )
    const { rows } = await sql<{
      count: number
    }>`select (${sql.join(counts, sql` + `)})::float8 as count`.execute(db)
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

/** With more, PostgreSQL would spend more time on finding the first alert of each than on reading all alerts. */
const mostSpans = 2000
/** Filters for which other indexes find fewer alerts. */
const narrow: (keyof AlertFilter)[] = ['deviceIds', 'groupIds', 'siteIds', 'ongoing', 'openAt', 'search']

/**
 * Returns when alerts started that satisfy a filter by weekday or hour, so that only these are read; undefined if there is a better
 * way.
 */
function localSpansOf(filter: AlertFilter, { zones, first, last }: LocalClocks): Span[] | undefined {
  if (narrow.some((name) => filter[name] !== undefined)) return undefined
  const startsInPeriod = filter.rangeBy === 'Start' ? filter.fromInclusive : undefined
  const spans = spansOfLocalTimes(
    zones.map((zone) => zone.spans),
    filter,
    {
      from: Math.max(first, startsInPeriod?.getTime() ?? first),
      to: Math.min(last + 1, filter.toExclusive?.getTime() ?? last + 1),
    },
  )
  return spans.length > mostSpans ? undefined : spans
}

/** Counts the alerts that started in one of the spans. A comparison with each of them could not use the index. */
const countWithin = (spans: readonly Span[], matches: Expression<SqlBool>) => sql`(
  select count(*) from unnest(${instants(spans, 'from')}::timestamptz[], ${instants(spans, 'to')}::timestamptz[]) as span (first, last)
  cross join lateral (
    select from alert where alert.started_at >= span.first and alert.started_at < span.last and ${matches}
  ) started)`

const instants = (spans: readonly Span[], of: keyof Span) => spans.map((span) => new Date(span[of]))

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
