import type { WebhookParams } from '@eot/contract/webhook-params'
import type { WebhookTemplate } from '@eot/contract/webhook-render'
import type {
  WebhookRequest,
  WebhookRequestInput,
  WebhookRequestRow as WebhookRequestRowWire,
} from '@eot/contract/webhooks'
import { hasLostSecrets, hideRows, type RowSeal } from './sealed-rows.ts'
import type { RequestRow } from './webhook-requests.queries.ts'

/** Converts a webhook request without the values of its secrets. */
export function webhookRequestToWire(row: RequestRow, seal: Reads): WebhookRequest {
  const { pem, ...certificate } = row.certificate ?? { pem: null }
  return {
    ...common(row, seal),
    ...hideRows(row.parts),
    Certificate: pem === null ? null : (certificate as WebhookRequest['Certificate']), // everything except its PEM
    PreviousSecretUntil: row.previous_secret_until?.toISOString() ?? null,
  }
}

export const webhookRequestRowToWire = (row: RequestRow, seal: Reads): WebhookRequestRowWire => ({
  ...common(row, seal),
  SucceededAt: row.succeeded_at?.toISOString() ?? null,
  FailedAt: row.failed_at?.toISOString() ?? null,
})

type Reads = Pick<RowSeal, 'reads'>

/** Lists what was sealed with a key that the program no longer has. */
export const listLostSecrets = (
  { parts, signing_secret }: Pick<RequestRow, 'parts' | 'signing_secret'>,
  seal: Reads,
): WebhookRequest['LostSecrets'] => [
  ...(hasLostSecrets(parts, seal) ? (['Values'] as const) : []),
  ...(seal.reads(signing_secret) ? [] : (['SigningSecret'] as const)),
]

const common = (row: RequestRow, seal: Reads) => ({
  Id: row.id,
  Name: row.name,
  Site: { Id: row.site_id, Name: row.siteName },
  Url: row.url,
  Method: row.method,
  ContentType: row.content_type,
  TrustSelfSignedCert: row.trust_self_signed,
  StoppedAt: row.stopped_at?.toISOString() ?? null,
  LostSecrets: listLostSecrets(row, seal),
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
  return {
    Name: row.name,
    Url: row.url,
    Method: row.method,
    ContentType: row.content_type,
    TrustSelfSignedCert: row.trust_self_signed,
    ...hideRows(row.parts),
  }
}
