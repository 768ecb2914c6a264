import type { Kysely } from 'kysely'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { type AlertFilter, matchesFilter } from './alert-filter.queries.ts'
import { findPageWithin, type PageByStart } from './page-within-spans.queries.ts'
import { readClocksOfLargeScope, spansToRead } from './spans-to-read.queries.ts'

/** How many spans are read at once: usually, the first page is in the last ones. */
const steps = [4, 16, 64]

/**
 * Returns the ids of a page of a large scope's alerts that started on given weekdays or at given hours, by start, in no particular
 * order. PostgreSQL would read all alerts, since it cannot know how many started then. Returns undefined if there is a better way, or
 * the page is far from the first.
 */
export async function findPageAtLocalTimes(
  db: Kysely<Database>,
  scope: Scope,
  filter: AlertFilter,
  page: PageByStart,
): Promise<string[] | undefined> {
  // Alerts that were open when the period began come before all that started in it.
  const hasEarlier = filter.fromInclusive !== undefined && filter.rangeBy !== 'Start'
  if (hasEarlier && page.order === 'asc') return undefined
  const clocks = await readClocksOfLargeScope(db, scope, filter)
  const started = { ...filter, rangeBy: 'Start' as const }
  const spans = clocks && spansToRead(started, clocks)
  if (!spans || spans.length === 0) return undefined
  const matches = await matchesFilter(db, scope, started, clocks)
  for (const count of steps) {
    const some = page.order === 'desc' ? spans.slice(-count) : spans.slice(0, count)
    const ids = await findPageWithin(db, some, matches, page)
    const isLast = some.length === spans.length
    if (ids.length === page.limit || (isLast && !hasEarlier)) return ids
    if (isLast) return undefined
  }
  return undefined
}
