import type { WebhookAttempt, WebhookDelivery, WebhookStatus } from '@eot/contract/webhook-log'
import type { DeliveryStatus } from './tables.ts'
import type { AttemptRow, DeliveryRow } from './webhook-log.queries.ts'

const wireStatuses = {
  waiting: 'Waiting',
  held: 'Held',
  sent: 'Sent',
  failed: 'Failed',
  stopped: 'Stopped',
  dropped: 'Dropped',
} as const satisfies Record<DeliveryStatus, WebhookStatus>

export const statusesOf = (wanted: readonly WebhookStatus[]): DeliveryStatus[] =>
  (Object.keys(wireStatuses) as DeliveryStatus[]).filter((status) => wanted.includes(wireStatuses[status])) // its own keys

export const deliveryToWire = (row: DeliveryRow): WebhookDelivery => ({
  Id: row.id,
  CreatedAt: row.created_at.toISOString(),
  Site: { Id: row.site_id, Name: row.site_name },
  WebhookEvent: { Id: row.webhook_event_id, Name: row.event_name },
  WebhookRequest: { Id: row.webhook_request_id, Name: row.request_name },
  Host: row.host,
  Event: row.kind,
  Subject: row.subject,
  AlertId: row.alert_id,
  Status: wireStatuses[row.status],
  ResultCode: row.result_code,
  Message: row.message,
  Attempts: row.attempts,
  DurationMs: row.duration_ms,
  NextAt: row.next_at?.toISOString() ?? null,
  FinishedAt: row.finished_at?.toISOString() ?? null,
})

export const attemptToWire = (row: AttemptRow): WebhookAttempt => ({
  At: row.at.toISOString(),
  DurationMs: row.duration_ms,
  ResultCode: row.result_code,
  Message: row.message,
  Status: row.status,
  Request: row.request,
  Response: row.response,
})
