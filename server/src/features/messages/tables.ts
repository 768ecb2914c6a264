import type { Channel } from '@eot/contract/channels'
import type { MessageAttempt } from '@eot/contract/logs'
import type { ColumnType, Generated, Selectable } from 'kysely'
import type { Instant } from '../../platform/db/column-types.ts'

export type MessageStatus =
  | 'requested'
  | 'composed'
  | 'sent'
  | 'kept'
  | 'failed'
  | 'blocked'
  | 'expired'
  | 'dropped'
export type AttemptOutcome = MessageAttempt['Outcome']
export type MessageRow = Selectable<MessageTable>

interface MessageTable {
  id: string
  channel: Channel
  kind: string
  /** An email address, a phone number as +15551234567, or the id of the user whose browsers receive it. */
  receiver: string
  user_id: string | null
  site_id: string | null
  /** The path and name of its site when the message got one. Written by a trigger. */
  site_path: string | null
  site_name: string | null
  details: ColumnType<Record<string, string>, string | undefined, string>
  status: ColumnType<MessageStatus, MessageStatus | undefined, MessageStatus>
  subject: Generated<string>
  sealed_body: string | null
  attempts: Generated<number>
  error: string | null
  created_at: Instant
  expires_at: Instant
  finished_at: Instant | null
  provider_id: string | null
  delivered_at: Instant | null
}

export interface MessageAttemptTable {
  id: string
  message_id: string
  at: Instant
  outcome: AttemptOutcome
  answer: string | null
  duration_ms: number | null
}

interface DeliveryReportTable {
  id: string
  received_at: Instant
}

export interface MessageTables {
  message: MessageTable
  message_attempt: MessageAttemptTable
  delivery_report: DeliveryReportTable
}
