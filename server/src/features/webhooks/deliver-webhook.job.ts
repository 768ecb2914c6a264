import { noParams } from '@eot/contract/webhook-params'
import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import type { Clock } from '../../platform/clock.ts'
import { uuidv7 } from '../../platform/db/uuid.ts'
import type { JobHandler } from '../../platform/jobs/job-run.ts'
import { webhookKey } from '../../platform/standard-webhook.ts'
import { deliveryQueries } from './deliveries.queries.ts'
import { enqueueDeliveries } from './enqueue-deliveries.command.ts'
import { isFailingTooLong, retryDelayMs } from './retry-schedule.ts'
import { openRows, type RowSeal } from './sealed-rows.ts'
import {
  requestNotFound,
  secretUnreadable,
  type WebhookOutcome,
  type WebhookSender,
} from './send-webhook.command.ts'
import { stopRequest } from './stop-request.command.ts'
import { templateOf } from './webhook-request.wire.ts'
import { type RequestRow, webhookRequestQueries } from './webhook-requests.queries.ts'
import { withLink } from './webhook-values.ts'

interface Parts {
  db: Kysely<Database>
  clock: Clock
  seal: RowSeal
  sender: WebhookSender
  publicUrl: string
  /** From 0 (included) to 1 (excluded). */
  random?: () => number
}

const movedAway = 'The site of the webhook event belongs to another customer now'

type Delivery = NonNullable<Awaited<ReturnType<ReturnType<typeof deliveryQueries>['findDue']>>>

/** Makes one attempt at a delivery, and enqueues the next one, if any. */
export function webhookDelivery({
  clock,
  db,
  publicUrl,
  random = Math.random,
  seal,
  sender,
}: Parts): JobHandler<{ deliveryId: string; attempt: number }, Database> {
  return {
    async run(run) {
      const delivery = await deliveryQueries(db).findDue(run.payload.deliveryId, run.payload.attempt)
      if (!delivery) return // another attempt has taken its number, or it has ended
      if (delivery.isElsewhere)
        return run.write((tx) => deliveryQueries(tx).finish(delivery.id, 'dropped', movedAway, clock()))
      const request = delivery.webhook_event_id
        ? await webhookRequestQueries(db).findOfEvent(delivery.webhook_event_id)
        : undefined
      if (request?.stopped_at)
        return run.write((tx) =>
          deliveryQueries(tx).finish(delivery.id, 'stopped', 'The webhook request is stopped', clock()),
        )
      const startedAt = clock()
      const outcome = request ? await send(delivery, request, startedAt, run.signal) : requestNotFound
      run.signal.throwIfAborted() // an attempt whose job was lost while sending is repeated
      await run.write((tx) => record(tx, delivery, request, { outcome, startedAt }))
    },

    async giveUp(run, lastError) {
      const { deliveryId, attempt } = run.payload
      if (!(await deliveryQueries(db).findDue(deliveryId, attempt))) return
      await run.write((tx) =>
        deliveryQueries(tx).finish(deliveryId, 'failed', lastError.slice(0, 300), clock()),
      )
    },
  }

  function send(
    delivery: Delivery,
    request: RequestRow,
    at: Date,
    signal: AbortSignal,
  ): Promise<WebhookOutcome> {
    const opened = open(delivery, request, at)
    if (!opened) return Promise.resolve(secretUnreadable)
    return sender.send(
      {
        id: delivery.id,
        name: request.name,
        values: withLink(delivery.variables, publicUrl),
        pinned: request.certificate?.pem,
        at,
        ...opened,
      },
      signal,
    )
  }

  /** Decrypts the stored secrets; undefined if they were encrypted with another key. */
  function open({ params }: Delivery, request: RequestRow, at: Date) {
    try {
      return {
        template: templateOf(request, openRows(request.parts, seal)),
        params: openRows(params ?? noParams(), seal),
        signingKeys: signingKeysOf(request, seal, at),
      }
    } catch {
      return undefined
    }
  }

  async function record(
    tx: Kysely<Database>,
    delivery: Delivery,
    request: RequestRow | undefined,
    { outcome, startedAt }: { outcome: WebhookOutcome; startedAt: Date },
  ): Promise<void> {
    const queries = deliveryQueries(tx)
    const at = clock()
    const tries = delivery.tries + 1
    // The request and the webhook event are locked before their deliveries, as when they are changed.
    const failingSince =
      request && (await noteResult(tx, { request, eventId: delivery.webhook_event_id, outcome, at }))
    const current = await queries.lockDelivery(delivery.id)
    const isDropped = current.status !== 'waiting'
    // A delivery that was dropped and is sent again can have two jobs with the same number. The first one enqueues the next.
    const isNumberTaken = current.attempts !== delivery.attempts
    const delayMs =
      outcome.code === 1 || outcome.isFinal || outcome.isGone || isDropped || isNumberTaken
        ? undefined
        : retryDelayMs(tries, random(), outcome.retryAfterMs)
    const nextAt = delayMs === undefined ? null : new Date(at.getTime() + delayMs)
    const unsent = outcome.isGone ? 'stopped' : isDropped ? current.status : 'failed'
    const ended = outcome.code === 1 ? 'sent' : unsent
    const attempt = {
      result_code: outcome.code,
      message: outcome.message,
      duration_ms: Math.max(0, at.getTime() - startedAt.getTime()),
    }
    const { status, request: sent, response } = outcome
    await queries.insertAttempt(delivery.id, {
      id: uuidv7(),
      at: startedAt,
      ...attempt,
      status,
      request: sent,
      response,
      request_site_path: request?.sitePath ?? null,
    })
    if (!isNumberTaken || outcome.code === 1)
      await queries.finishAttempt(
        delivery.id,
        {
          ...attempt,
          status: nextAt ? 'waiting' : ended,
          next_at: nextAt,
          finished_at: nextAt ? null : at,
        },
        request,
      )
    if (nextAt)
      await enqueueDeliveries(tx, [
        {
          id: delivery.id,
          attempts: current.attempts + 1,
          requestId: request?.id ?? delivery.webhook_request_id,
          nextAt,
        },
      ])
    if (!request || !failingSince) return
    if (outcome.isGone) await stopRequest(tx, request, { at, reason: 'Gone' })
    else if (isFailingTooLong(failingSince, at)) await stopRequest(tx, request, { at, reason: 'Failing' })
  }
}

/** Records the result for the receiver. Returns since when it has been failing; undefined if it has accepted the request. */
async function noteResult(
  tx: Kysely<Database>,
  {
    request,
    eventId,
    outcome,
    at,
  }: { request: RequestRow; eventId: string | null; outcome: WebhookOutcome; at: Date },
): Promise<Date | undefined> {
  const queries = deliveryQueries(tx)
  const about = { requestId: request.id, eventId, at }
  if (outcome.code !== 1) return queries.noteFailure(about)
  await queries.noteSuccess(about)
  return undefined
}

/** Returns the keys of the signing secret and of the previous one while it is valid. */
export function signingKeysOf(
  request: RequestRow,
  seal: Pick<RowSeal, 'open' | 'reads'>,
  at: Date,
): Buffer[] {
  const { previous_secret, previous_secret_until, signing_secret } = request
  const isReplaced = previous_secret_until !== null && previous_secret_until > at
  const previous = isReplaced && previous_secret !== null && seal.reads(previous_secret)
  const sealed = [signing_secret, ...(previous ? [previous_secret] : [])]
  return sealed.flatMap((secret) => webhookKey(seal.open(secret)) ?? [])
}
