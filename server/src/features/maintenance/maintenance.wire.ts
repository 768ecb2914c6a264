import type { MaintenanceWindow } from '@eot/contract/maintenance'
import type { Named } from '@eot/contract/wire'
import type { MaintenanceWindowRow } from './maintenance.queries.ts'

export const maintenanceToWire = (row: MaintenanceWindowRow): MaintenanceWindow => ({
  Id: row.id,
  Site: row.isSiteSeen ? { Id: row.site_id, Name: row.siteName } : null,
  Group: row.isSiteSeen ? named(row.device_group_id, row.groupName) : null,
  Device: named(row.device_id, row.deviceName),
  TimeZone: row.timeZone,
  StartAt: row.starts_at.toISOString(),
  EndAt: row.ends_at.toISOString(),
  Reason: row.reason,
  TellsUrgent: row.tells_urgent,
  CreatedBy: row.createdBy,
  EndedBy: row.endedBy,
  Version: row.version,
})

const named = (id: string | null, name: string | null): Named | null =>
  id !== null && name !== null ? { Id: id, Name: name } : null
