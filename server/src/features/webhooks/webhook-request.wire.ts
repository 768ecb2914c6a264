import type { WebhookParams } from '@eot/contract/webhook-params'
import type { WebhookTemplate } from '@eot/contract/webhook-render'
import type {
  WebhookRequest,
  WebhookRequestInput,
  WebhookRequestRow as WebhookRequestRowWire,
} from '@eot/contract/webhooks'
import { hideRows } from './sealed-rows.ts'
import type { RequestRow } from './webhook-requests.queries.ts'

/** Converts a webhook request without the values of its secrets. */
export function webhookRequestToWire(row: RequestRow): WebhookRequest {
  const { pem, ...certificate } = row.certificate ?? { pem: null }
  return {
    ...common(row),
    ...hideRows(row.parts),
    Certificate: pem === null ? null : (certificate as WebhookRequest['Certificate']), // everything except its PEM
    PreviousSecretUntil: row.previous_secret_until?.toISOString() ?? null,
  }
}

export const webhookRequestRowToWire = (row: RequestRow): WebhookRequestRowWire => ({
  ...common(row),
  SucceededAt: row.succeeded_at?.toISOString() ?? null,
  FailedAt: row.failed_at?.toISOString() ?? null,
})

const common = (row: RequestRow) => ({
  Id: row.id,
  Name: row.name,
  Site: { Id: row.site_id, Name: row.siteName },
  Url: row.url,
  Method: row.method,
  ContentType: row.content_type,
  TrustSelfSignedCert: row.trust_self_signed,
  StoppedAt: row.stopped_at?.toISOString() ?? null,
  EventCount: row.eventCount,
  Version: row.version,
})

/** Returns the template of a webhook request with the given rows. */
export const templateOf = (row: RequestRow, parts: WebhookParams): WebhookTemplate => ({
  Url: row.url,
  Method: row.method,
  ContentType: row.content_type,
  ...parts,
})

/** Returns the request body that would leave a webhook request unchanged, including secrets. */
export function inputOf(row: RequestRow): WebhookRequestInput {
  const { Name, Url, Method, ContentType, TrustSelfSignedCert, UrlVariables, Headers, Cookies, Body, Auth } =
    webhookRequestToWire(row)
  return { Name, Url, Method, ContentType, TrustSelfSignedCert, UrlVariables, Headers, Cookies, Body, Auth }
}
