import type { ColumnType, Generated, Selectable } from 'kysely'
import type { Instant } from '../../platform/db/column-types.ts'

export type MailStatus =
  | 'requested'
  | 'composed'
  | 'sent'
  | 'kept'
  | 'failed'
  | 'blocked'
  | 'expired'
  | 'dropped'
export type MailRow = Selectable<MailTable>

interface MailTable {
  id: string
  kind: string
  receiver: string
  user_id: string | null
  site_id: string | null
  details: ColumnType<Record<string, string>, string | undefined, string>
  status: ColumnType<MailStatus, MailStatus | undefined, MailStatus>
  subject: Generated<string>
  sealed_body: string | null
  attempts: Generated<number>
  error: string | null
  created_at: Instant
  expires_at: Instant
  finished_at: Instant | null
}

export interface MailTables {
  mail: MailTable
}
