import { type RangeSearch, rangeOfFilters } from '../../lib/time/range-search.ts'

export interface DashboardSearch {
  /** The time range of the cards that count alerts. Unset: the default. */
  searchFilters?: RangeSearch | undefined
}

/** Parses the address. Invalid values are dropped, so parsing the result again changes nothing. */
export function parseDashboardSearch({ searchFilters }: Record<string, unknown>): DashboardSearch {
  if (typeof searchFilters !== 'object' || searchFilters === null) return {}
  const range = rangeOfFilters(searchFilters as Record<string, unknown>) // an object; its fields are validated
  return Object.keys(range).length > 0 ? { searchFilters: range } : {}
}
