import { alertTypes } from '@eot/contract/vocabulary'
import type { ActivityFilters } from '../../domain/alert-counts/activity.ts'
import { numbers, rangeOfFilters } from '../../lib/time/range-search.ts'

export interface ActivitySearch {
  searchFilters?: ActivityFilters | undefined
  /** The cell of the heat map whose alerts are listed: a day of the week, 0 is Sunday, and an hour. */
  cell?: [day: number, hour: number] | undefined
}

/** Parses the address. Invalid values are dropped, so parsing the result again changes nothing. */
export function parseActivitySearch({ searchFilters, cell }: Record<string, unknown>): ActivitySearch {
  const [day, hour] = numbers(cell)
  const isCell = isUpTo(6, day) && isUpTo(23, hour)
  return { ...parseFilters(searchFilters), ...(isCell && { cell: [day, hour] }) }
}

const isUpTo = (most: number, value: number | undefined): value is number =>
  value !== undefined && value >= 0 && value <= most

function parseFilters(searchFilters: unknown): ActivitySearch {
  if (typeof searchFilters !== 'object' || searchFilters === null) return {}
  const given = searchFilters as Record<string, unknown> // an object; every field is validated below
  const wanted: unknown[] = Array.isArray(given.type) ? given.type : []
  const type = alertTypes.map(({ Key }): string => Key).filter((key) => wanted.includes(key))
  const filters = { ...rangeOfFilters(given), ...(type.length > 0 && { type }) }
  return Object.keys(filters).length > 0 ? { searchFilters: filters } : {}
}
