import type { RangeSearch } from '../lib/time/range-search.ts'
import type { TimeRange } from '../lib/time/time-range.ts'

interface SharedSearch {
  siteId?: string | undefined
  searchFilters?: RangeSearch | undefined
}

/**
 * Returns the address of a page as a colleague should get it. It names the times themselves: "today" stays "today" in one's
 * own address, but in a message that is read tomorrow it would show another day. All time stays all time, since it has no
 * start to name. It also names the site, without which everyone's address means their own.
 */
export function sharedSearch(search: SharedSearch, range: TimeRange, siteId: string): SharedSearch {
  const absolute = range.startTime > 0 ? ({ range: 'custom', ...range } as const) : {}
  return { ...search, siteId, searchFilters: { ...search.searchFilters, ...absolute } }
}
