import type { Severity } from '@eot/contract/vocabulary'
import type { Generated } from 'kysely'
import type { DefaultedInstant, Instant } from '../../platform/db/column-types.ts'

interface SystemMessageTable {
  id: string
  site_id: string
  title: string
  description: string
  severity: Severity
  starts_at: Instant
  ends_at: Instant | null
  is_active: boolean
  created_at: DefaultedInstant
  version: Generated<number>
}

export interface SystemMessageTables {
  system_message: SystemMessageTable
  system_message_site: { message_id: string; site_id: string }
  system_message_role: { message_id: string; role_id: string }
  system_message_dismissal: { message_id: string; user_id: string; dismissed_at: Instant }
}
