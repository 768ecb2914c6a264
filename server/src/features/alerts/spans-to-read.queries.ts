import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import type { AlertFilter } from './alert-filter.queries.ts'
import { hasMoreSites } from './few-sites.queries.ts'
import { type Span, spansOfLocalTimes } from './local-spans.ts'
import { type LocalClocks, readClocks } from './local-start.queries.ts'

/** In a scope of up to this many sites, the index on site paths finds the alerts faster. */
const fewSites = 2000
/** The limit for the number of spans. With more, reading all alerts takes about as long. */
const mostSpans = 2000
/** If the spans cover more of the period, counting by an index with all columns is faster. */
const mostOfPeriod = 0.1
/** Other indexes find the few alerts of these filters sooner. */
const narrow: (keyof AlertFilter)[] = ['deviceIds', 'groupIds', 'siteIds', 'ongoing', 'openAt', 'search']

/** The offsets of time zones, if alerts of a large scope are filtered by weekday or hour. */
export async function readClocksOfLargeScope(
  db: Kysely<Database>,
  scope: Scope,
  { daysOfWeek, hoursOfDay, timeZone }: AlertFilter,
): Promise<LocalClocks | undefined> {
  const isLocal = daysOfWeek !== undefined || hoursOfDay !== undefined
  return isLocal && (await hasMoreSites(db, scope, fewSites)) ? readClocks(db, scope, timeZone) : undefined
}

/**
 * Returns when the alerts started that satisfy a filter by weekday or hour, in chronological order, so that only these are read.
 * Returns undefined if there is a better way.
 */
export function spansToRead(filter: AlertFilter, clocks: LocalClocks): readonly Span[] | undefined {
  if (narrow.some((name) => filter[name] !== undefined)) return undefined
  const spans = spansOfFilter(filter, clocks)
  return spans.length > mostSpans ? undefined : spans
}

/** Returns the same spans for a count, which has to read all of them. */
export function spansToCount(filter: AlertFilter, clocks: LocalClocks): readonly Span[] | undefined {
  const { daysOfWeek, hoursOfDay } = filter
  if (((daysOfWeek?.length ?? 7) / 7) * ((hoursOfDay?.length ?? 24) / 24) > mostOfPeriod) return undefined
  const spans = spansToRead(filter, clocks)
  // In many zones, they are a larger part than in one.
  const length = spans?.reduce((sum, span) => sum + lengthOf(span), 0) ?? 0
  return length > mostOfPeriod * lengthOf(periodOf(filter, clocks)) ? undefined : spans
}

/** Returns when it was one of the weekdays and hours of a filter in at least one of the time zones. */
const spansOfFilter = (filter: AlertFilter, clocks: LocalClocks): Span[] =>
  spansOfLocalTimes(
    differentZones(clocks).map(({ offsets }) => offsets),
    filter,
    periodOf(filter, clocks),
  )

/** Returns the same spans for each of the time zones. Zones with the same offsets are listed together. */
export const spansByZone = (
  filter: AlertFilter,
  clocks: LocalClocks,
): { timeZones: string[]; spans: Span[] }[] =>
  differentZones(clocks).map(({ timeZones, offsets }) => ({
    timeZones,
    spans: spansOfLocalTimes([offsets], filter, periodOf(filter, clocks)),
  }))

/** Groups zones by their offsets, which many have in common. */
const differentZones = ({ zones }: LocalClocks) =>
  [...Map.groupBy(zones, ({ spans }) => JSON.stringify(spans)).values()].map((same) => ({
    timeZones: same.map(({ timeZone }) => timeZone),
    offsets: same[0]?.spans ?? [],
  }))

/** The period of a filter, limited to the time between the first and the last alert. */
function periodOf({ fromInclusive, toExclusive, rangeBy }: AlertFilter, { first, last }: LocalClocks): Span {
  const start = rangeBy === 'Start' ? fromInclusive : undefined
  return {
    from: Math.max(first, start?.getTime() ?? first),
    to: Math.min(last + 1, toExclusive?.getTime() ?? last + 1),
  }
}

const lengthOf = ({ from, to }: Span): number => to - from

/**
 * The condition that an alert started in one of the spans, of which there is at least one. PostgreSQL estimates from these values how
 * few there are.
 */
export const startedWithin = (spans: readonly Span[]): Expression<SqlBool> => {
  const started = spans.map(
    ({ from, to }) => sql`(alert.started_at >= ${new Date(from)} and alert.started_at < ${new Date(to)})`,
  )
  return sql<SqlBool>`(${sql.join(started, sql` or `)})`
}
