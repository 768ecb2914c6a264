import { sensorKeys } from '@eot/contract/vocabulary'
import { type RangeSearch, rangeOfFilters } from '../../../lib/time/range-search.ts'
import { mostCompared } from '../most-compared.ts'

const before = 'before'

/** The filters of the page, as stored in the address. Defaults are left out. */
export interface HistoricalFilters extends RangeSearch {
  /** Unset: the most informative ones. */
  sensors?: string[] | undefined
  /** The preceding period of the same length, with which one device is compared. */
  compare?: 'before' | undefined
  /** Whether the weather is drawn beside the indoor values. */
  outdoors?: true | undefined
}

export interface HistoricalSearch {
  /** The ID of a device, or those of several. */
  deviceId?: string | string[] | undefined
  searchFilters?: HistoricalFilters | undefined
  view?: 'table' | undefined
}

/** Parses the address. Invalid values are dropped, so parsing the result again changes nothing. */
export function parseHistoricalSearch(given: Record<string, unknown>): HistoricalSearch {
  // Older addresses name a second device there.
  const { compare } = (given.searchFilters ?? {}) as { compare?: unknown } // any other value has none
  return {
    deviceId: toDeviceId([given.deviceId, compare].flat()),
    searchFilters: parseFilters(given.searchFilters),
    view: given.view === 'table' ? 'table' : undefined,
  }
}

/** Returns the given devices as they are stored in the address. */
export function toDeviceId(given: readonly unknown[]): string | string[] | undefined {
  const ids = [...new Set(given.filter((id) => typeof id === 'string' && id && id !== before))] as string[] // filtered
  return ids.length > 1 ? ids.slice(0, mostCompared) : ids[0]
}

function parseFilters(value: unknown): HistoricalFilters | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const given = value as Record<string, unknown> // an object; every field is validated below
  const wanted: unknown[] = Array.isArray(given.sensors) ? given.sensors : []
  const sensors = sensorKeys.filter((key) => wanted.includes(key))
  const filters: HistoricalFilters = {
    ...rangeOfFilters(given),
    sensors: sensors.length > 0 ? sensors : undefined,
    compare: given.compare === before ? before : undefined,
    outdoors: given.outdoors === true || undefined,
  }
  return Object.values(filters).some((one) => one !== undefined) ? filters : undefined
}
