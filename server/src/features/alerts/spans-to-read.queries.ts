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
/** If the spans are a larger part of the period, an index that has all columns takes less time. */
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
export function spansToRead(
  filter: AlertFilter,
  { zones, first, last }: LocalClocks,
): readonly Span[] | undefined {
  const { daysOfWeek, hoursOfDay } = filter
  const ofWeek = ((daysOfWeek?.length ?? 7) / 7) * ((hoursOfDay?.length ?? 24) / 24)
  if (ofWeek > mostOfPeriod || narrow.some((name) => filter[name] !== undefined)) return undefined
  const start = filter.rangeBy === 'Start' ? filter.fromInclusive : undefined
  const from = Math.max(first, start?.getTime() ?? first)
  const to = Math.min(last + 1, filter.toExclusive?.getTime() ?? last + 1)
  const offsets = zones.map((zone) => zone.spans)
  const spans = spansOfLocalTimes(offsets, filter, { from, to })
  // In many zones, they are a larger part than in one.
  const length = spans.reduce((sum, span) => sum + span.to - span.from, 0)
  return spans.length > mostSpans || length > mostOfPeriod * (to - from) ? undefined : spans
}

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
