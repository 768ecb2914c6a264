import type { SensorKey } from '@eot/contract/vocabulary'
import type { Instant } from '../../platform/db/column-types.ts'

/** null if the device did not report it. */
type SensorColumns = Record<Lowercase<SensorKey>, number | null>

interface ReadingTable extends SensorColumns {
  at: Instant
  received_at: Instant
  device_no: number
}

interface CompactionTable {
  name: string
  older_than: Instant
  device_no: number
  is_complete: boolean
}

interface ReportIntervalTable {
  device_no: number
  since: Instant
  seconds: number
}

export interface ReadingTables {
  reading: ReadingTable
  compaction_progress: CompactionTable
  report_interval: ReportIntervalTable
}
