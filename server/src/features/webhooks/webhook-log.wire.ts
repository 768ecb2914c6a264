import type { WebhookAttempt, WebhookDelivery, WebhookStatus } from '@eot/contract/webhook-log'
import { resultText } from '@eot/contract/webhook-results'
import type { DeliveryStatus } from './tables.ts'
import type { AttemptRow, DeliveryRow } from './webhook-log.queries.ts'

type Seen = Pick<DeliveryRow, 'seesRequest'>

const wireStatuses = {
  waiting: 'Waiting',
  held: 'Held',
  sent: 'Sent',
  failed: 'Failed',
  stopped: 'Stopped',
  dropped: 'Dropped',
} as const satisfies Record<DeliveryStatus, WebhookStatus>

const ofOthers = { Id: null, Name: null }

export const statusesOf = (wanted: readonly WebhookStatus[]): DeliveryStatus[] =>
  (Object.keys(wireStatuses) as DeliveryStatus[]).filter((status) => wanted.includes(wireStatuses[status])) // its own keys

/** Converts a delivery, without what belongs to a site that the caller does not see. */
export const deliveryToWire = (row: DeliveryRow): WebhookDelivery => ({
  Id: row.id,
  CreatedAt: row.created_at.toISOString(),
  Site: { Id: row.site_id, Name: row.site_name },
  WebhookEvent: row.seesEvent ? { Id: row.webhook_event_id, Name: row.event_name } : ofOthers,
  WebhookRequest: row.seesEvent ? { Id: row.webhook_request_id, Name: row.request_name } : ofOthers,
  Host: row.seesRequest ? row.host : null,
  Event: row.kind,
  Subject: row.subject,
  AlertId: row.alert_id,
  Status: wireStatuses[row.status],
  ResultCode: row.result_code,
  Message: row.seesRequest ? row.message : null,
  Attempts: row.attempts,
  DurationMs: row.duration_ms,
  NextAt: row.next_at?.toISOString() ?? null,
  FinishedAt: row.finished_at?.toISOString() ?? null,
})

export const attemptToWire = (row: AttemptRow, delivery: Seen): WebhookAttempt => {
  const seesRequest = row.seesRequest ?? delivery.seesRequest
  return {
    At: row.at.toISOString(),
    DurationMs: row.duration_ms,
    ResultCode: row.result_code,
    Message: seesRequest ? row.message : resultText(row.result_code),
    Status: row.status,
    Request: seesRequest ? row.request : null,
    Response: seesRequest ? row.response : null,
  }
}
