import { alertTypes } from '@eot/contract/vocabulary'
import type { ActivityFilters } from '../../domain/alert-counts/activity.ts'
import { rangeOfFilters } from '../../lib/time/range-search.ts'

export interface ActivitySearch {
  searchFilters?: ActivityFilters | undefined
}

/** Parses the address. Invalid values are dropped, so parsing the result again changes nothing. */
export function parseActivitySearch({ searchFilters }: Record<string, unknown>): ActivitySearch {
  if (typeof searchFilters !== 'object' || searchFilters === null) return {}
  const given = searchFilters as Record<string, unknown> // an object; every field is validated below
  const wanted: unknown[] = Array.isArray(given.type) ? given.type : []
  const type = alertTypes.map(({ Key }): string => Key).filter((key) => wanted.includes(key))
  const filters = { ...rangeOfFilters(given), ...(type.length > 0 && { type }) }
  return Object.keys(filters).length > 0 ? { searchFilters: filters } : {}
}
