import { hasBlacklist } from '@eot/contract/blacklist'
import type { Channel } from '@eot/contract/channels'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../database.ts'
import type { Clock } from '../../platform/clock.ts'
import { ClaimLost, type JobHandler, type JobRun } from '../../platform/jobs/job-run.ts'
import { createSeal, type Seal } from '../../platform/seal.ts'
import {
  blacklistQueries,
  type FailureKind,
  receiverKey,
  recordArrival,
  recordFailure,
} from '../blacklist/index.ts'
import { messageQueries, type NewAttempt } from './message.queries.ts'
import type { AttemptOutcome, MessageRow } from './tables.ts'

export const DeliverPayload = z.object({ messageId: z.uuid() })
type Payload = z.output<typeof DeliverPayload>

/** For every channel: retries until the message expires, after half an hour if it is about alerts, or after a few days. */
export const deliveryRetry = { limit: 2000, delaySeconds: 10, maxDelaySeconds: 120 }

export interface ComposedMessage<Content> {
  content: Content
  /** The receiving user, and the site whose log shows the message. */
  userId: string | null
  siteId: string | null
  /** When it expires. Default: as requested. */
  expiresAt?: Date
}

/**
 * Composes a message of its kind, and creates the codes it contains, in the given transaction. Returns undefined if there is no
 * receiver.
 */
export type Compose<Content> = (
  tx: Kysely<Database>,
  message: Pick<MessageRow, 'id' | 'receiver' | 'user_id' | 'site_id' | 'details' | 'expires_at'>,
) => Promise<ComposedMessage<Content> | undefined>

/**
 * Checks a composed message again before it is retried. Returns true if its receiver may no longer get it. It is then dropped;
 * what may still be sent needs another message.
 */
export type Recall = (tx: Kysely<Database>, message: MessageRow) => Promise<boolean>

/** The content to send. */
export interface ReadyMessage<Body> {
  /** What the log shows; never a secret. */
  subject: string
  body: Body
}

/** A failure that a retry would not change. */
export interface Refusal {
  answer: string
  /** What the failure means for the receiver; undefined if nothing. */
  bounce: FailureKind | undefined
}

/** How a channel composes and sends its messages. */
export interface ChannelDelivery<Content, Body> {
  channel: Channel
  /** Keyed by the kind of message. */
  composers: Readonly<Record<string, Compose<Content>>>
  layOut(content: Content): ReadyMessage<Body>
  /**
   * Adds pictures to a message that has just been composed. Returns undefined if there are none; must not throw. Runs outside
   * of any transaction, since drawing takes a while.
   */
  illustrate?(message: MessageRow, content: Content): Promise<Body | undefined>
  /** Resolves with the provider's id of the message, if it has one. Undefined: messages are kept in the log. */
  send:
    | ((message: MessageRow, ready: ReadyMessage<Body>, signal: AbortSignal) => Promise<string | null>)
    | undefined
  /** Whether a message that was not accepted everywhere has reached its receiver somewhere. Default: never. */
  hasReached?(message: MessageRow): Promise<boolean>
  /** Logs that a message was kept. */
  noteKept(message: MessageRow, ready: ReadyMessage<Body>): void
  /** Whether the provider reports which messages arrive. If not, an accepted message counts as arrived. */
  hasReports: boolean
  /** Returns undefined for a failure that is worth a retry. */
  refusalOf(failure: unknown): Refusal | undefined
}

interface Parts {
  db: Kysely<Database>
  clock: Clock
  seal: Seal
  /** Keyed by the kind of message. Messages of other kinds are retried as they are. */
  recalls?: Readonly<Record<string, Recall>>
}

/** Message texts are stored sealed, since they contain codes that grant access to accounts. */
export function createMessageSeal(secretKey: Buffer): Seal {
  return createSeal(secretKey, 'mail')
}

type Run = JobRun<Payload, Database>

/** With the expiry that composing it decided. */
type Sendable<Body> = ReadyMessage<Body> & { expiresAt: Date }

/** Composes and sends one message. */
export function messageDelivery<Content, Body>(
  { clock, db, recalls, seal }: Parts,
  {
    channel,
    composers,
    hasReached,
    hasReports,
    illustrate,
    layOut,
    noteKept,
    refusalOf,
    send,
  }: ChannelDelivery<Content, Body>,
): JobHandler<Payload, Database> {
  const findPending = ({ payload }: Run) => messageQueries(db).findPending(payload.messageId)

  return {
    async run(run: Run) {
      const message = await findPending(run)
      if (!message) return // a previous attempt has finished it
      const startedAt = clock()
      try {
        await deliver(run, message, startedAt)
      } catch (failure) {
        if (failure instanceof ClaimLost) throw failure
        const refusal = refusalOf(failure)
        const answer = (refusal?.answer ?? reasonOf(failure)).replaceAll('\0', ' ')
        const attempt = attemptOf(message, startedAt, refusal ? 'Refused' : 'Retry', answer)
        if (refusal)
          return finish(
            run,
            message,
            { ...(await endOf(message, 'failed')), error: answer, attempt },
            refusal.bounce,
          )
        await run.write(async (tx) => {
          await messageQueries(tx).changePending(message.id, { error: answer })
          await messageQueries(tx).insertAttempt(attempt)
        })
        throw failure
      }
    },

    async giveUp(run: Run, lastError) {
      const message = await findPending(run)
      if (message)
        await finish(run, message, { ...(await endOf(message, 'failed')), error: message.error ?? lastError })
    },
  }

  async function deliver(run: Run, message: MessageRow, startedAt: Date): Promise<void> {
    if (message.expires_at <= clock())
      return finish(run, message, { ...(await endOf(message, 'expired')), error: message.error })
    await run.write((tx) => messageQueries(tx).change(message.id, { attempts: message.attempts + 1 }))
    const ready = message.status === 'requested' ? await compose(run, message) : await reopen(run, message)
    if (!ready) return
    // Composed anyway, so that the log shows the intended receiver.
    if (await isBlocked(db, message, clock())) return finish(run, message, { status: 'blocked', error: null })
    if (!send) return keep(run, message, ready)
    run.signal.throwIfAborted()
    const providerId = await send({ ...message, expires_at: ready.expiresAt }, ready, run.signal)
    const attempt = attemptOf(message, startedAt, 'Accepted', providerId)
    await finish(run, message, { status: 'sent', error: null, provider_id: providerId, attempt })
  }

  async function endOf(message: MessageRow, status: 'failed' | 'expired') {
    return { status: (await hasReached?.(message)) ? ('sent' as const) : status }
  }

  function attemptOf(
    { id }: MessageRow,
    startedAt: Date,
    outcome: AttemptOutcome,
    answer: string | null,
  ): NewAttempt {
    const durationMs = clock().getTime() - startedAt.getTime()
    return { messageId: id, at: startedAt, outcome, answer, durationMs }
  }

  async function keep(run: Run, message: MessageRow, ready: ReadyMessage<Body>): Promise<void> {
    await run.write((tx) => messageQueries(tx).change(message.id, { status: 'kept', finished_at: clock() }))
    noteKept(message, ready)
  }

  function finish(
    run: Run,
    { id, receiver }: MessageRow,
    {
      attempt,
      ...end
    }: Pick<MessageRow, 'status' | 'error'> & {
      provider_id?: string | null
      attempt?: NewAttempt
    },
    bounce?: FailureKind,
  ): Promise<void> {
    return run.write(async (tx) => {
      const at = clock()
      const queries = messageQueries(tx)
      const isEnded = await queries.changePending(id, { ...end, sealed_body: null, finished_at: at })
      // A report of the provider can arrive before its response, and has ended the message then.
      if (!isEnded && end.provider_id) await queries.change(id, { provider_id: end.provider_id })
      if (attempt) await queries.insertAttempt(attempt)
      if (!hasBlacklist(channel)) return
      if (end.status === 'sent' && !hasReports) await recordArrival(tx, { type: channel, receiver, at })
      if (bounce) await recordFailure(tx, { type: channel, receiver, kind: bounce, detail: end.error, at })
    })
  }

  /** Runs once for each message: a retry sends exactly the same text with the same codes. */
  async function compose(run: Run, message: MessageRow): Promise<Sendable<Body> | undefined> {
    const composer = composers[message.kind]
    if (!composer) throw new Error(`unknown kind of ${channel.toLowerCase()}: ${message.kind}`)
    const written = await run.write(async (tx) => {
      const composed = await composer(tx, message)
      const queries = messageQueries(tx)
      if (!composed) {
        await queries.change(message.id, { status: 'dropped', finished_at: clock() })
        return undefined
      }
      const { content, userId, siteId, expiresAt = message.expires_at } = composed
      const ready = { ...layOut(content), expiresAt }
      await queries.change(message.id, {
        status: 'composed',
        subject: ready.subject,
        sealed_body: sealBody(ready.body),
        user_id: userId,
        site_id: siteId,
        expires_at: expiresAt,
      })
      return { content, ready }
    })
    if (!written) return undefined
    const body = await illustrate?.(message, written.content)
    if (!body) return written.ready
    // Nothing has been sent before this point. After a crash in between, the message goes out without pictures.
    await run.write((tx) => messageQueries(tx).change(message.id, { sealed_body: sealBody(body) }))
    return { ...written.ready, body }
  }

  async function reopen(run: Run, message: MessageRow): Promise<Sendable<Body> | undefined> {
    const recall = recalls?.[message.kind]
    const isRecalled = recall && (await run.write((tx) => dropIfRecalled(tx, message, recall)))
    return isRecalled ? undefined : openBody(message)
  }

  async function dropIfRecalled(tx: Kysely<Database>, message: MessageRow, recall: Recall): Promise<boolean> {
    if (!(await recall(tx, message))) return false
    await messageQueries(tx).change(message.id, {
      status: 'dropped',
      sealed_body: null,
      finished_at: clock(),
    })
    return true
  }

  function sealBody(body: Body): string {
    return seal.seal(JSON.stringify(body))
  }

  function openBody({ subject, sealed_body: sealed, expires_at: expiresAt }: MessageRow): Sendable<Body> {
    if (sealed === null) throw new Error('a composed message has no body')
    return { subject, body: JSON.parse(seal.open(sealed)), expiresAt }
  }
}

const notOfAccounts = new Set([
  'Notification',
  'SubscriptionTest',
  'WebhookStopped',
  'ProgramStalled',
  'Report',
])
const isOfAccount = (kind: string) => !notOfAccounts.has(kind)

/**
 * Returns whether the address is blocked. Account messages are sent despite a temporary block, since they may be the user's
 * only way in.
 */
export async function isBlocked(
  db: Kysely<Database>,
  { channel, kind, receiver }: Pick<MessageRow, 'channel' | 'kind' | 'receiver'>,
  at: Date,
): Promise<boolean> {
  if (!hasBlacklist(channel)) return false
  const [block] = await blacklistQueries(db).listBlocked(channel, [receiverKey(channel, receiver)], at)
  return block !== undefined && (!isOfAccount(kind) || block.blocked_until === null)
}

const reasonOf = (failure: unknown) => (failure instanceof Error ? failure.message.slice(0, 500) : 'unknown')
