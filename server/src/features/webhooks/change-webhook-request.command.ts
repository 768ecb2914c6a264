import {
  mostWebhookRequests,
  type WebhookRequestChange,
  type WebhookRequestInput,
} from '@eot/contract/webhooks'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { insertAuditEntry } from '../../access/audit.queries.ts'
import type { Caller } from '../../access/caller.ts'
import { refuseStaleEdit } from '../../access/edit-conflict.queries.ts'
import { ownScope } from '../../access/scope.ts'
import { holdSite, holdTree } from '../../access/site-tree-lock.queries.ts'
import type { Database } from '../../database.ts'
import { AppError, found } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { violatesUnique } from '../../platform/db/database-failure.ts'
import { uuidv7 } from '../../platform/db/uuid.ts'
import type { Egress } from '../../platform/egress/egress.ts'
import { createWebhookSecret } from '../../platform/standard-webhook.ts'
import { pinCertificate } from './pin-certificate.command.ts'
import { recordChange } from './record-change.command.ts'
import {
  originOf,
  requireAllowedAddress,
  requireSecrets,
  requireValidRequest,
} from './require-valid.command.ts'
import { rowsText } from './rows-text.ts'
import { dropSecrets, type RowSeal, sealRows } from './sealed-rows.ts'
import type { StoredCertificate } from './tables.ts'
import { webhookEventQueries } from './webhook-events.queries.ts'
import { webhookLimitQueries } from './webhook-limits.queries.ts'
import { inputOf, webhookRequestToWire } from './webhook-request.wire.ts'
import { type RequestFields, type RequestRow, webhookRequestQueries } from './webhook-requests.queries.ts'

export interface WebhookParts {
  db: Kysely<Database>
  clock: Clock
  egress: Egress
  seal: RowSeal
}

type Change = z.output<typeof WebhookRequestChange>

/** How long after a signing secret is replaced requests are signed with the previous one too. */
const bothSecretsMs = 24 * 60 * 60_000

export async function createWebhookRequest(
  { db, clock, egress, seal }: WebhookParts,
  caller: Caller,
  input: WebhookRequestInput,
): Promise<{ request: RequestRow; secret: string }> {
  requireValidRequest(input, egress)
  const certificate = await certificateFor(egress, input, clock())
  const secret = createWebhookSecret()
  const request = await changing(db, async (tx) => {
    const site = await holdSite(tx, caller, input.Site)
    const id = uuidv7()
    await webhookRequestQueries(tx).insertRequest({
      id,
      site_id: site.siteId,
      ...fieldsOf(input, undefined, certificate, seal),
      signing_secret: seal.seal(secret),
    })
    if ((await webhookLimitQueries(tx).count('webhook_request', site.path)) > mostWebhookRequests)
      throw new AppError('webhook_request_limit')
    const after = await getRequest(tx, caller, id)
    await recordChange(tx, caller, { action: 'webhook_request.created', after }, shownIn)
    return after
  })
  return { request, secret }
}

export async function updateWebhookRequest(
  { db, clock, egress, seal }: WebhookParts,
  caller: Caller,
  id: string,
  change: Change,
): Promise<RequestRow> {
  // Certificates are requested from servers outside of the transaction, by the currently stored address.
  const known = await getRequest(db, caller, id)
  const wanted = merged(known, change)
  requireValidRequest(wanted, egress)
  const isElsewhere = originOf(wanted.Url) !== originOf(known.url)
  const asksAgain = isElsewhere || !known.trust_self_signed || Boolean(change.CertificateFingerprint)
  const certificate = asksAgain ? await certificateFor(egress, wanted, clock()) : known.certificate
  return changing(db, async (tx) => {
    await holdTree(tx)
    await webhookRequestQueries(tx).lockRequest(id)
    const before = await getRequest(tx, caller, id)
    await refuseStaleEdit(tx, caller, {
      given: change.Version,
      stored: before,
      current: webhookRequestToWire(before, seal),
    })
    const isSameServer = originOf(wanted.Url) === originOf(before.url)
    // Stored secrets stay with the host they were entered for. To send them to another host, they must be entered again.
    const kept = isSameServer ? before : undefined
    const fields = fieldsOf(
      merged(before, change),
      kept,
      wanted.TrustSelfSignedCert ? certificate : null,
      seal,
    )
    await webhookRequestQueries(tx).updateRequest(id, fields)
    if (!isSameServer) await forgetSecretsOfEvents(tx, id)
    const after = await getRequest(tx, caller, id)
    await recordChange(tx, caller, { action: 'webhook_request.updated', before, after }, shownIn)
    return after
  })
}

export async function deleteWebhookRequest(db: Kysely<Database>, caller: Caller, id: string): Promise<void> {
  await changing(db, async (tx) => {
    await holdTree(tx)
    const queries = webhookRequestQueries(tx)
    await queries.lockRequest(id)
    const before = await getRequest(tx, caller, id)
    const users = await queries.listUsersBelow(id)
    if (users.length > 0)
      throw new AppError('webhook_request_in_use', {
        errors: users.map(({ name }) => ({ Path: 'WebhookEvents', Message: name })),
      })
    await queries.deleteRequest(id)
    await recordChange(tx, caller, { action: 'webhook_request.deleted', before }, shownIn)
  })
}

export function rotateSecret(
  { db, clock, seal }: WebhookParts,
  caller: Caller,
  id: string,
): Promise<{ SigningSecret: string; PreviousSecretUntil: string | null }> {
  return db.transaction().execute(async (tx) => {
    await webhookRequestQueries(tx).lockRequest(id)
    const request = await getRequest(tx, caller, id)
    const secret = createWebhookSecret()
    // A secret that was lost with the former key cannot sign anymore.
    const isReadable = seal.reads(request.signing_secret)
    const until = isReadable ? new Date(clock().getTime() + bothSecretsMs) : null
    await webhookRequestQueries(tx).replaceSecret(id, seal.seal(secret), until)
    await insertAuditEntry(tx, {
      actorId: caller.userId,
      siteId: request.site_id,
      action: 'webhook_request.secret_replaced',
      subjectId: id,
      details: {},
    })
    return { SigningSecret: secret, PreviousSecretUntil: until?.toISOString() ?? null }
  })
}

const getRequest = async (tx: Kysely<Database>, caller: Caller, id: string) =>
  found(await webhookRequestQueries(tx).findRequest(ownScope(caller), id), 'webhook_request_not_found')

/** Fields that are omitted or null stay. */
function merged(row: RequestRow, { Version, ...change }: Change): WebhookRequestInput {
  const given = Object.entries(change).filter(([, value]) => value !== undefined && value !== null)
  return { ...inputOf(row), ...Object.fromEntries(given) } // the fields of a change are those of the input
}

async function certificateFor(egress: Egress, input: WebhookRequestInput, now: Date) {
  if (!input.TrustSelfSignedCert) return null
  const url = requireAllowedAddress(input.Url, egress)
  return pinCertificate(egress, url, { seenBefore: input.CertificateFingerprint, now })
}

function fieldsOf(
  input: WebhookRequestInput,
  kept: RequestRow | undefined,
  certificate: StoredCertificate | null,
  seal: RowSeal,
): RequestFields {
  const { rows, lost } = sealRows(input, kept?.parts, seal)
  requireSecrets(lost)
  return {
    name: input.Name,
    url: input.Url,
    method: input.Method,
    content_type: input.ContentType,
    parts: JSON.stringify(rows),
    trust_self_signed: input.TrustSelfSignedCert,
    certificate: certificate && JSON.stringify(certificate),
  }
}

/** Deletes the secrets that events supplied for the previous host. */
async function forgetSecretsOfEvents(tx: Kysely<Database>, requestId: string): Promise<void> {
  for (const { id, params } of await webhookRequestQueries(tx).listUsers(requestId))
    await webhookEventQueries(tx).setParams(id, JSON.stringify(dropSecrets(params)))
}

async function changing<T>(db: Kysely<Database>, work: (tx: Kysely<Database>) => Promise<T>): Promise<T> {
  try {
    return await db.transaction().execute(work)
  } catch (error) {
    if (violatesUnique(error, 'webhook_request__site_id__name'))
      throw new AppError('webhook_request_name_taken')
    throw error
  }
}

/** Returns the fields shown in the history. Rows are shown as text, without secrets. */
function shownIn(row: RequestRow): object {
  const { Name, Url, Method, ContentType, TrustSelfSignedCert, UrlVariables, Headers, Cookies, Body, Auth } =
    inputOf(row)
  const parts = { UrlVariables, Headers, Cookies, Body, Auth }
  const texts = Object.entries(parts).map(([part, rows]) => [part, rowsText(rows)])
  return {
    Name,
    Url,
    Method,
    ContentType,
    TrustSelfSignedCert,
    Certificate: row.certificate?.Fingerprint ?? null,
    ...Object.fromEntries(texts),
  }
}
