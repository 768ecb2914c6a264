import type { SubscriptionEvent } from '@eot/contract/subscription-events'
import type { SubscriptionType } from '@eot/contract/subscriptions'
import type { ParamParts, WebhookParams } from '@eot/contract/webhook-params'
import type { WebhookResultCode } from '@eot/contract/webhook-results'
import type { WebhookContentType, WebhookMethod } from '@eot/contract/webhook-shape'
import type { VariableValues } from '@eot/contract/webhook-variables'
import type { WebhookCertificate } from '@eot/contract/webhooks'
import type { Generated } from 'kysely'
import type { DefaultedInstant, Instant, Json } from '../../platform/db/column-types.ts'

export interface StoredCertificate extends WebhookCertificate {
  pem: string
}

interface WebhookRequestTable {
  id: string
  site_id: string
  name: string
  url: string
  method: WebhookMethod
  content_type: WebhookContentType
  parts: Json<ParamParts>
  trust_self_signed: boolean
  certificate: Json<StoredCertificate> | null
  signing_secret: string
  previous_secret: string | null
  previous_secret_until: Instant | null
  succeeded_at: Instant | null
  failed_at: Instant | null
  failing_since: Instant | null
  stopped_at: Instant | null
  version: Generated<number>
  created_at: DefaultedInstant
}

interface WebhookEventTable {
  id: string
  site_id: string
  webhook_request_id: string | null
  params: Json<WebhookParams>
  name: string
  is_active: boolean
  type: SubscriptionType
  all_devices: boolean
  alert_types: string[] | null
  events: SubscriptionEvent[]
  start_hour: number
  end_hour: number
  weekdays: boolean[]
  paused_until: Instant | null
  succeeded_at: Instant | null
  failed_at: Instant | null
  version: Generated<number>
  created_at: DefaultedInstant
}

export type DeliveryStatus = 'waiting' | 'held' | 'sent' | 'failed' | 'stopped' | 'dropped'

interface WebhookDeliveryTable {
  id: string
  event_seq: number
  kind: SubscriptionEvent
  webhook_event_id: string | null
  event_name: string
  webhook_request_id: string | null
  request_name: string
  host: string
  site_id: string
  site_name: string
  site_path: string
  device_id: string
  alert_id: string | null
  alert_type: string | null
  subject: string
  variables: Json<VariableValues>
  status: DeliveryStatus
  result_code: WebhookResultCode | null
  message: string | null
  attempts: Generated<number>
  tries: Generated<number>
  duration_ms: number | null
  next_at: Instant | null
  created_at: Instant
  finished_at: Instant | null
  request_site_path: string | null
}

interface WebhookAttemptTable {
  id: string
  delivery_id: string
  at: Instant
  duration_ms: number
  result_code: WebhookResultCode
  message: string
  status: number | null
  request: string | null
  response: string | null
  request_site_path: string | null
}

export interface WebhookTables {
  webhook_request: WebhookRequestTable
  webhook_event: WebhookEventTable
  webhook_event_device: { webhook_event_id: string; device_id: string }
  webhook_event_device_group: { webhook_event_id: string; device_group_id: string }
  webhook_event_site: { webhook_event_id: string; site_id: string }
  webhook_delivery: WebhookDeliveryTable
  webhook_attempt: WebhookAttemptTable
}
