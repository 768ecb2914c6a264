import type { Generated } from 'kysely'
import type { DefaultedInstant, Instant } from '../../platform/db/column-types.ts'

interface MaintenanceWindowTable {
  id: string
  site_id: string
  device_group_id: string | null
  device_id: string | null
  starts_at: Instant
  ends_at: Instant
  reason: string
  tells_urgent: boolean
  created_by: string
  created_at: DefaultedInstant
  ended_by: string | null
  version: Generated<number>
}

export interface MaintenanceTables {
  maintenance_window: MaintenanceWindowTable
}
