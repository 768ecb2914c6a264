import { type SensorKey, sensorKeys } from '@eot/contract/vocabulary'
import { mostCompared } from '../most-compared.ts'

export interface RoomsSearch {
  sensor?: SensorKey | undefined
  view?: 'table' | undefined
  /** The IDs of the devices that are compared. Empty: none yet, but they are being chosen. */
  compare?: string[] | undefined
}

/** Parses the address. Invalid values are dropped, so parsing the result again changes nothing. */
export function parseRoomsSearch({ sensor, view, compare }: Record<string, unknown>): RoomsSearch {
  const ids = Array.isArray(compare) ? compare.filter((id) => typeof id === 'string') : undefined
  // With the keys, since the router keeps what the address has for those that are missing.
  return {
    sensor: sensorKeys.find((key) => key === sensor),
    view: view === 'table' ? view : undefined,
    compare: ids && [...new Set(ids)].slice(0, mostCompared),
  }
}
