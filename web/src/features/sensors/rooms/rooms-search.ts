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
  // Every key is set, since for a missing one the router would keep the value of the address.
  return {
    sensor: sensorKeys.find((key) => key === sensor),
    view: view === 'table' ? view : undefined,
    compare: ids && [...new Set(ids)].slice(0, mostCompared),
  }
}
