import { sensorKeys } from '@eot/contract/vocabulary'
import { type RangeSearch, rangeOfFilters } from '../../../lib/time/range-search.ts'

/** The filters of the page, as stored in the address. Defaults are left out. */
export interface HistoricalFilters extends RangeSearch {
  /** Unset: the most informative ones. */
  sensors?: string[] | undefined
  /** `before`: the preceding period of the same length; otherwise the ID of another device. */
  compare?: string | undefined
  /** Whether the weather is drawn beside the indoor values. */
  outdoors?: true | undefined
}

export interface HistoricalSearch {
  deviceId?: string | undefined
  searchFilters?: HistoricalFilters | undefined
  view?: 'table' | undefined
}

/** Parses the address. Invalid values are dropped, so parsing the result again changes nothing. */
export function parseHistoricalSearch(given: Record<string, unknown>): HistoricalSearch {
  return {
    deviceId: textOf(given.deviceId),
    searchFilters: parseFilters(given.searchFilters),
    view: given.view === 'table' ? 'table' : undefined,
  }
}

function parseFilters(value: unknown): HistoricalFilters | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const given = value as Record<string, unknown> // an object; every field is validated below
  const wanted: unknown[] = Array.isArray(given.sensors) ? given.sensors : []
  const sensors = sensorKeys.filter((key) => wanted.includes(key))
  const filters: HistoricalFilters = {
    ...rangeOfFilters(given),
    sensors: sensors.length > 0 ? sensors : undefined,
    compare: textOf(given.compare),
    outdoors: given.outdoors === true || undefined,
  }
  return Object.values(filters).some((one) => one !== undefined) ? filters : undefined
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
