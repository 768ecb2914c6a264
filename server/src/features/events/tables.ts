import type { Generated } from 'kysely'
import type { DefaultedInstant, Instant } from '../../platform/db/column-types.ts'

interface EventSequenceTable {
  only_row: Generated<boolean>
  seq: number
}

interface EventTable {
  seq: number
  kind: string
  at: Instant
  stored_at: DefaultedInstant
  site_path: string
  device_id: string | null
  alert_id: string | null
  alert_type: string | null
}

interface EventCursorTable {
  name: string
  seq: number
  moved_at: DefaultedInstant
}

export interface EventTables {
  event_sequence: EventSequenceTable
  event: EventTable
  event_cursor: EventCursorTable
}
