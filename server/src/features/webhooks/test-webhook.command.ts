import { noParams, type ParamParts, type WebhookParams } from '@eot/contract/webhook-params'
import { resultText } from '@eot/contract/webhook-results'
import type { WebhookRequestInput, WebhookTestResult } from '@eot/contract/webhooks'
import { insertAuditEntry } from '../../access/audit.queries.ts'
import type { Caller } from '../../access/caller.ts'
import { ownScope } from '../../access/scope.ts'
import { found } from '../../platform/app-error.ts'
import { uuidv7 } from '../../platform/db/uuid.ts'
import type { SeenCertificate } from '../../platform/egress/server-certificate.ts'
import { createWebhookSecret, webhookKey } from '../../platform/standard-webhook.ts'
import type { WebhookParts } from './change-webhook-request.command.ts'
import { signingKeysOf } from './deliver-webhook.job.ts'
import { certificateToWire } from './pin-certificate.command.ts'
import { originOf, requireAllowedAddress } from './require-valid.command.ts'
import { hasLostSecrets, hideRows, openRows, sealRows } from './sealed-rows.ts'
import { secretUnreadable, type WebhookSender } from './send-webhook.command.ts'
import { toldEventQueries } from './told-events.queries.ts'
import { webhookEventQueries } from './webhook-events.queries.ts'
import { inputOf } from './webhook-request.wire.ts'
import { type RequestRow, webhookRequestQueries } from './webhook-requests.queries.ts'
import { sampleEvent, sampleIds, valuesOf, withLink } from './webhook-values.ts'

export interface TestParts extends WebhookParts {
  sender: WebhookSender
  publicUrl: string
  /** Throws `rate_limited` after too many tests of a user, so that nobody can probe other servers with them. */
  limitTests: (userId: string) => void
}

const notFound: WebhookTestResult = {
  ResultCode: -3,
  Message: resultText(-3),
  Path: null,
  Status: null,
  DurationMs: null,
  Request: null,
  Response: null,
  Certificate: null,
}

/** Sends a request once with sample values. Stored secrets are sent only to the server for which they were entered. */
export async function testRequest(
  parts: TestParts,
  caller: Caller,
  {
    request: input,
    id,
    params,
  }: { request: WebhookRequestInput; id?: string | undefined; params: WebhookParams },
): Promise<WebhookTestResult> {
  parts.limitTests(caller.userId)
  const stored =
    id === undefined ? undefined : await webhookRequestQueries(parts.db).findRequest(ownScope(caller), id)
  if (id !== undefined && !stored) return notFound
  return send(parts, caller, { input, stored, params })
}

/** Sends the request of a webhook event once with sample values and these params. */
export async function testEvent(
  parts: TestParts,
  caller: Caller,
  {
    requestId,
    eventId,
    params,
  }: { requestId: string; eventId?: string | undefined; params?: WebhookParams | undefined },
): Promise<WebhookTestResult> {
  parts.limitTests(caller.userId)
  const stored = await webhookRequestQueries(parts.db).findRequest(ownScope(caller), requestId)
  if (!stored) return notFound
  const event =
    eventId === undefined
      ? undefined
      : await webhookEventQueries(parts.db).findEvent(ownScope(caller), eventId)
  const kept = event?.webhook_request_id === stored.id ? event.params : undefined
  const filled = openGiven(params ?? hideRows(kept ?? noParams()), kept, parts)
  return send(parts, caller, { input: inputOf(stored), stored, params: filled })
}

/** Returns rows with the stored values of secrets that are to be kept; undefined if these were lost with the former key. */
function openGiven(
  given: ParamParts,
  stored: ParamParts | undefined,
  { seal }: WebhookParts,
): ParamParts | undefined {
  const { rows, lost } = sealRows(given, stored, seal)
  return stored && lost.length > 0 && hasLostSecrets(stored, seal) ? undefined : openRows(rows, seal)
}

interface Tested {
  input: WebhookRequestInput
  stored: RequestRow | undefined
  /** undefined: secrets in them were lost. */
  params: WebhookParams | undefined
}

async function send(
  parts: TestParts,
  caller: Caller,
  { input, stored, params }: Tested,
): Promise<WebhookTestResult> {
  const { clock, db, egress, publicUrl, seal, sender } = parts
  const kept = stored && originOf(stored.url) === originOf(input.Url) ? stored : undefined
  const site = found(await toldEventQueries(db).findSite(stored?.site_id ?? caller.siteId), 'site_not_found')
  const at = clock()
  const seen = input.TrustSelfSignedCert ? await look(parts, input.Url) : undefined
  const isSeen = seen?.fingerprint !== undefined && seen.fingerprint === input.CertificateFingerprint
  const id = uuidv7()
  const outgoing = {
    id,
    name: input.Name,
    values: withLink({ ...valuesOf(sampleEvent(site), sampleIds), 'event.id': id }, publicUrl),
    signingKeys:
      stored && seal.reads(stored.signing_secret)
        ? signingKeysOf(stored, seal, at)
        : [webhookKey(createWebhookSecret()) ?? Buffer.alloc(32)],
    pinned:
      isSeen && seen.distrust !== undefined
        ? seen.pem
        : input.TrustSelfSignedCert
          ? kept?.certificate?.pem
          : undefined,
    at,
  }
  const opened = openGiven(input, kept?.parts, parts)
  const outcome =
    opened && params
      ? await sender.send(
          { ...outgoing, template: { ...input, ...opened }, params },
          new AbortController().signal,
        )
      : secretUnreadable
  const durationMs = clock().getTime() - at.getTime()
  await db.transaction().execute(async (tx) => {
    if (stored && outcome.code === 1 && stored.stopped_at)
      await webhookRequestQueries(tx).resumeRequest(stored.id)
    await insertAuditEntry(tx, {
      actorId: caller.userId,
      siteId: stored?.site_id ?? caller.siteId,
      action: 'webhook_request.tested',
      subjectId: stored?.id ?? null,
      details: { server: originOf(input.Url) ?? null, result: outcome.message.slice(0, 200) },
    })
  })
  const untrusted = outcome.code === -4 ? (seen ?? (await look(parts, input.Url))) : undefined
  return {
    ResultCode: outcome.code,
    Message: outcome.message,
    Path: outcome.path,
    Status: outcome.status,
    DurationMs: outcome.request === null ? null : durationMs,
    Request: outcome.request,
    Response: outcome.response,
    Certificate: untrusted?.distrust === undefined ? null : certificateToWire(untrusted),
  }

  /** Returns the certificate of a server, if it is reachable. */
  async function look(_parts: TestParts, address: string): Promise<SeenCertificate | undefined> {
    try {
      const url = requireAllowedAddress(address, egress)
      return url.protocol === 'https:'
        ? await egress.seeCertificate(url, new AbortController().signal)
        : undefined
    } catch {
      return undefined // the outcome contains the reason
    }
  }
}
