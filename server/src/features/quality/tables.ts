import type { Instant } from '../../platform/db/column-types.ts'

/** Filled by a trigger, when the state of a device says that its clock is ahead, or no longer. */
interface ClockSkewTable {
  device_no: number
  since: Instant
  /** null: it still is. */
  until: Instant | null
}

export interface QualityTables {
  clock_skew: ClockSkewTable
}
