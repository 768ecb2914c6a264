import type { SubscriptionEvent } from '@eot/contract/subscriptions'
import type { Generated } from 'kysely'
import type { Instant } from '../../platform/db/column-types.ts'

export type NotificationKind = SubscriptionEvent | 'AlertReminder'
export type NotificationStatus = 'waiting' | 'told' | 'suppressed' | 'expired'

interface NotificationTable {
  id: string
  event_seq: number
  kind: NotificationKind
  at: Instant
  site_path: string
  device_id: string
  alert_id: string | null
  user_id: string
  channel: 'Email'
  subscription_ids: string[]
  follow_ups: Generated<SubscriptionEvent[]>
  status: NotificationStatus
  reason: string | null
  ready_at: Instant
  expires_at: Instant | null
  message_id: string | null
  created_at: Instant
}

interface MessagePaceTable {
  user_id: string
  channel: 'Email'
  sent_at: Generated<Date[]>
  message_id: string | null
  due_at: Instant | null
}

export interface NotificationTables {
  notification: NotificationTable
  message_pace: MessagePaceTable
}
