import type { Instant } from '../../platform/db/column-types.ts'

/** Filled by a trigger when the clock of a device gets ahead, according to the device's state, or no longer is. */
interface ClockSkewTable {
  device_no: number
  since: Instant
  /** null: it still is. */
  until: Instant | null
}

export interface QualityTables {
  clock_skew: ClockSkewTable
}
