import type { Channel } from '@eot/contract/channels'
import type { SubscriptionEvent } from '@eot/contract/subscription-events'
import type { Generated } from 'kysely'
import type { Instant } from '../../platform/db/column-types.ts'

export type NotificationKind = SubscriptionEvent | 'AlertReminder'
export type NotificationStatus = 'waiting' | 'held' | 'told' | 'suppressed' | 'expired'

interface NotificationTable {
  id: string
  event_seq: number
  kind: NotificationKind
  at: Instant
  site_path: string
  device_id: string
  alert_id: string | null
  user_id: string
  channel: Channel
  subscription_ids: string[]
  follow_ups: Generated<SubscriptionEvent[]>
  status: NotificationStatus
  reason: string | null
  ready_at: Instant
  expires_at: Instant | null
  message_id: string | null
  /** The site of the outage that its message reported; empty if none, null if unknown or not told yet. */
  outage_path: string | null
  created_at: Instant
}

interface MessagePaceTable {
  user_id: string
  channel: Channel
  sent_at: Generated<Date[]>
  message_id: string | null
  due_at: Instant | null
}

export interface NotificationTables {
  notification: NotificationTable
  message_pace: MessagePaceTable
}
