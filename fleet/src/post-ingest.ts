import { type Backoff, backoffMs, deviceBackoff, retryAfterMs } from './backoff.ts'
import { type Clock, pause, wallClock } from './clock.ts'

/** The server's response to a batch (202). */
export interface IngestAnswer {
  readonly Accepted: number
  readonly Duplicates: number
  /** Includes samples that were accepted except for some values. */
  readonly Rejected: readonly { readonly Index: number; readonly Reason: string }[]
  /** Total number of rejections, if not all are listed. */
  readonly RejectedCount?: number
  /** Commands that wait for the device; repeated until it has answered them. */
  readonly Commands?: readonly { readonly Id: string; readonly Command: string }[]
}

/** The server rejected the request permanently; retrying is pointless. */
export class IngestRefused extends Error {
  override readonly name = 'IngestRefused'
  readonly status: number

  constructor(status: number, body: string) {
    super(`the server answered ${status}: ${body.slice(0, 500)}`)
    this.status = status
  }
}

/** The signal aborted before the server accepted the request. */
export class IngestAbandoned extends Error {
  override readonly name = 'IngestAbandoned'
}

export interface IngestRequest {
  readonly url: string
  readonly authorization: string
  readonly contentType: string
  readonly headers?: Readonly<Record<string, string>>
  /** Called for each attempt, since a stream can be read only once. */
  makeBody(): string | ReadableStream<Uint8Array>
}

export interface IngestPatience {
  readonly clock?: Clock
  readonly backoff?: Backoff
  readonly random?: () => number
  readonly signal?: AbortSignal
  readonly answerWithinMs?: number
  /** Called for each failed attempt that will be retried. */
  onRetry?(reason: string, waitMs: number): void
}

const busy = new Set([429, 502, 503, 504])

/**
 * Sends a batch, with retries, until the server accepts it. Waits as long as Retry-After requests, or backs off
 * exponentially without it. Retrying is safe because the server identifies a sample by device and timestamp.
 */
export async function postIngest(
  request: IngestRequest,
  patience: IngestPatience = {},
): Promise<IngestAnswer> {
  const { clock = wallClock, backoff = deviceBackoff, random = Math.random, signal } = patience
  for (let attempt = 0; ; attempt++) {
    if (signal?.aborted) throw new IngestAbandoned('switched off before the server accepted the samples')
    const outcome = await tryOnce(request, patience, clock)
    if ('answer' in outcome) return outcome.answer
    const ownWaitMs = backoffMs(attempt, backoff, random)
    // Add jitter, so that senders given the same delay do not retry at the same moment.
    const waitMs = outcome.waitMs === undefined ? ownWaitMs : outcome.waitMs + random() * backoff.firstMs
    patience.onRetry?.(outcome.reason, waitMs)
    await pause(clock, waitMs, signal)
  }
}

type Outcome = { answer: IngestAnswer } | { reason: string; waitMs: number | undefined }

async function tryOnce(request: IngestRequest, patience: IngestPatience, clock: Clock): Promise<Outcome> {
  const limit = AbortSignal.timeout(patience.answerWithinMs ?? 60_000)
  let response: Response
  let body: string
  try {
    response = await fetch(request.url, {
      method: 'POST',
      headers: {
        ...request.headers,
        authorization: request.authorization,
        'content-type': request.contentType,
      },
      body: request.makeBody(),
      duplex: 'half',
      signal: patience.signal ? AbortSignal.any([limit, patience.signal]) : limit,
    })
    body = await response.text()
  } catch (error) {
    // No response: the connection was refused, broke or timed out. The samples may or may not have arrived.
    const cause = error instanceof Error ? (error.cause ?? error) : error
    return { reason: `no answer (${cause})`, waitMs: undefined }
  }
  if (response.status === 202) return { answer: parseAnswer(body) }
  if (!busy.has(response.status)) throw new IngestRefused(response.status, body)
  return {
    reason: `the server answered ${response.status}`,
    waitMs: retryAfterMs(response.headers.get('retry-after'), clock.now()),
  }
}

function parseAnswer(body: string): IngestAnswer {
  const answer: Partial<IngestAnswer> = JSON.parse(body)
  const { Accepted, Duplicates, Rejected, RejectedCount, Commands } = answer
  if (typeof Accepted !== 'number' || typeof Duplicates !== 'number' || !Array.isArray(Rejected)) {
    throw new IngestRefused(202, body)
  }
  return {
    Accepted,
    Duplicates,
    Rejected,
    ...(typeof RejectedCount === 'number' && { RejectedCount }),
    ...(Array.isArray(Commands) && { Commands }),
  }
}
