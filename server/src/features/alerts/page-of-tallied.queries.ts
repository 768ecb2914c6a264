import { type Kysely, sql } from 'kysely'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { type AlertFilter, disjointFilters, hasOnly, matchesFilter } from './alert-filter.queries.ts'
import { countAlerts } from './count-alerts.queries.ts'
import type { Span } from './local-spans.ts'
import { findPageWithin, type PageByStart } from './page-within-spans.queries.ts'
import { readClocksOfLargeScope } from './spans-to-read.queries.ts'
import { type CountableAlerts, talliedAlerts } from './tallied-alerts.queries.ts'

const hourMs = 3_600_000
/** Pages that start within this many alerts are found faster without a tally, unless a filter is rare. */
const near = 1000
/** The alerts of a longer page may have started in thousands of different hours. */
const mostOfPage = 200
/** With no other filters than these, all alerts of a period match. */
const ofPeriod: (keyof AlertFilter)[] = ['fromInclusive', 'toExclusive', 'rangeBy', 'timeZone']

/** Whether finding a page without a tally might read many alerts: those on earlier pages, or those that do not match. */
export const isFarOrRare = (filter: AlertFilter, { offset }: PageByStart): boolean =>
  offset >= near || !hasOnly(filter, [...ofPeriod, 'daysOfWeek', 'hoursOfDay'])

/**
 * Returns the ids of a page of alerts of the whole installation by start, in no particular order. Tallies tell in which hours these
 * alerts started, so the last page and a rare type take no longer than others. Returns undefined if there is a better way.
 */
export async function findPageByTally(
  db: Kysely<Database>,
  scope: Scope,
  filter: AlertFilter,
  page: PageByStart,
): Promise<string[] | undefined> {
  const isNear = page.offset < near && hasOnly(filter, ofPeriod)
  if (!scope.includesAllSites || isNear || page.limit > mostOfPage) return undefined
  const [started, openBefore] = disjointFilters(filter)
  // Alerts that were open when the period began come before all that started in it.
  if (!started || (openBefore && page.order === 'asc')) return undefined
  const clocks = await readClocksOfLargeScope(db, scope, filter)
  const byDay = await talliedAlerts(db, scope, started, { byDay: true, clocks })
  if (!byDay) return undefined
  const days = await findUnits(db, byDay, 24 * hourMs, page)
  // There is no tally of confirmed alerts by hour.
  const byHour =
    days.spans.length > 0
      ? await talliedAlerts(db, scope, clippedTo(days.spans, started), { clocks })
      : undefined
  const found = byHour ? await findUnits(db, byHour, hourMs, days.page) : days
  const ids = await findPageWithin(
    db,
    found.spans,
    await matchesFilter(db, scope, started, clocks),
    found.page,
  )
  if (!openBefore || ids.length === page.limit) return ids
  const offset = Math.max(0, page.offset - (await countAlerts(db, scope, started)))
  const { rows } = await sql<{ id: string }>`
    with open as materialized (
      select id, started_at from alert where ${await matchesFilter(db, scope, openBefore, clocks)}
    )
    select id from open order by started_at desc, id desc limit ${page.limit - ids.length} offset ${offset}`.execute(
    db,
  )
  return [...ids, ...rows.map(({ id }) => id)]
}

/** Limits the period of a filter to the time from the first to the last span. */
function clippedTo(spans: readonly Span[], filter: AlertFilter): AlertFilter {
  const { fromInclusive, toExclusive } = filter
  const [first, last] = [spans[0]?.from ?? 0, spans.at(-1)?.to ?? 0]
  return {
    ...filter,
    rangeBy: 'Start',
    fromInclusive: new Date(Math.max(first, fromInclusive?.getTime() ?? first)),
    toExclusive: new Date(Math.min(last, toExclusive?.getTime() ?? last)),
  }
}

/**
 * Returns the days or hours in which the alerts of a page started, in chronological order, and where the page begins among the alerts
 * of these days or hours.
 */
async function findUnits(
  db: Kysely<Database>,
  { rows, matches, count }: CountableAlerts,
  unitMs: number,
  page: PageByStart,
): Promise<{ spans: Span[]; page: PageByStart }> {
  const unit = sql`${`${unitMs} ms`}::interval`
  const { rows: units } = await sql<{ start: Date; before: number }>`
    select start, before from (
      select start, alerts, sum(alerts) over (order by start ${sql.raw(page.order)}) - alerts as before
      from (
        select date_bin(${unit}, alert.started_at, '2000-01-01T00:00Z') as start, ${count} as alerts
        from ${rows} where ${matches} group by 1
      ) unit
    ) unit
    where alerts > 0 and before < ${page.offset + page.limit}::int and before + alerts > ${page.offset}::int
    order by start`.execute(db)
  return {
    spans: units.map(({ start }) => ({ from: start.getTime(), to: start.getTime() + unitMs })),
    page: { ...page, offset: page.offset - Math.min(page.offset, ...units.map(({ before }) => before)) },
  }
}
