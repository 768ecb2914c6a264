import { alertTypes } from '@eot/contract/vocabulary'
import { type ActivityFilters, chosenOf } from '../../domain/alert-counts/activity.ts'
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
  // Without the keys, the router would keep what the address has.
  return { searchFilters: parseFilters(searchFilters), cell: isCell ? [day, hour] : undefined }
}

const isUpTo = (most: number, value: number | undefined): value is number =>
  value !== undefined && value >= 0 && value <= most

function parseFilters(searchFilters: unknown): ActivityFilters | undefined {
  if (typeof searchFilters !== 'object' || searchFilters === null) return undefined
  const given = searchFilters as Record<string, unknown> // an object; every field is validated below
  const wanted: unknown[] = Array.isArray(given.type) ? given.type : []
  const filters = {
    ...rangeOfFilters(given),
    ...chosenOf({
      site: ids(given.site),
      group: ids(given.group),
      device: ids(given.device),
      type: some(alertTypes.map(({ Key }): string => Key).filter((key) => wanted.includes(key))),
    }),
  }
  return Object.keys(filters).length > 0 ? filters : undefined
}

const some = (values: string[]) => (values.length > 0 ? values : undefined)

const ids = (value: unknown) =>
  some(
    Array.isArray(value)
      ? value.filter(
          (one) => typeof one === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(one),
        )
      : [],
  )
