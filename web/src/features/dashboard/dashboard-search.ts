import { type RangeSearch, rangeOfFilters } from '../../lib/time/range-search.ts'

export interface DashboardSearch {
  /** The time range of the cards that count alerts. Unset: the default. */
  searchFilters?: RangeSearch | undefined
}

/** Parses the address. Invalid values are dropped, so parsing the result again changes nothing. */
export function parseDashboardSearch({ searchFilters }: Record<string, unknown>): DashboardSearch {
  const given = typeof searchFilters === 'object' && searchFilters !== null ? searchFilters : {}
  const range = rangeOfFilters(given as Record<string, unknown>) // an object; its fields are validated
  // Without the key, the router would keep what the address has.
  return { searchFilters: Object.keys(range).length > 0 ? range : undefined }
}
