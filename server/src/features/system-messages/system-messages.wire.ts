import type { SystemMessage } from '@eot/contract/system-messages'
import type { MessageRow } from './system-messages.queries.ts'

export function messageToWire(row: MessageRow): SystemMessage {
  return {
    Id: row.id,
    Title: row.title,
    Description: row.description,
    Severity: row.severity,
    Sites: row.sites,
    UserRoles: row.roles,
    StartAt: row.starts_at.toISOString(),
    EndAt: row.ends_at?.toISOString() ?? null,
    IsActive: row.is_active,
    Version: row.version,
  }
}
