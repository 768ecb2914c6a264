import type { Sample } from './kinds.ts'
import { type IngestPatience, IngestRefused, postIngest } from './post-ingest.ts'

/** A sample that a gateway forwards for one of its devices. */
export interface BulkSample extends Sample {
  readonly mac: string
}

export interface GatewayOptions extends IngestPatience {
  /** URL of the portal, e.g. http://localhost:8080. */
  readonly portalUrl: string
  /** Token of the site's gateway. */
  readonly token: string
  /** At most 10,000. */
  readonly linesPerRequest?: number
}

/** Outcome of a stream: accepted + duplicates + rejected = sent. */
export interface BulkAccount {
  sent: number
  accepted: number
  duplicates: number
  /** Number of lines of which nothing was stored. */
  rejected: number
  /**
   * Rejected lines and values, with the zero-based number of the line in the whole stream. The server lists at most the
   * first thousand of each request.
   */
  refusals: { line: number; reason: string }[]
  requests: number
  retries: number
}

/** The response does not account for each line exactly once. */
export class MiscountedAnswer extends Error {
  override readonly name = 'MiscountedAnswer'
}

const mostLines = 10_000

/** Sends a stream of samples as NDJSON in successive requests, and counts the outcome of every line. */
export async function sendBulk(
  samples: Iterable<BulkSample> | AsyncIterable<BulkSample>,
  options: GatewayOptions,
): Promise<BulkAccount> {
  const limit = Math.min(options.linesPerRequest ?? mostLines, mostLines)
  const account: BulkAccount = {
    sent: 0,
    accepted: 0,
    duplicates: 0,
    rejected: 0,
    refusals: [],
    requests: 0,
    retries: 0,
  }
  let lines: string[] = []
  for await (const sample of samples) {
    lines.push(`${JSON.stringify(sample)}\n`)
    if (lines.length < limit) continue
    await sendLines(lines, options, account)
    lines = []
  }
  if (lines.length > 0) await sendLines(lines, options, account)
  return account
}

async function sendLines(
  lines: readonly string[],
  options: GatewayOptions,
  account: BulkAccount,
): Promise<void> {
  const first = account.sent
  try {
    const answer = await postIngest(
      {
        url: new URL('/api/ingest/bulk', options.portalUrl).href,
        authorization: `Bearer ${options.token}`,
        contentType: 'application/x-ndjson',
        makeBody: () => streamOf(lines),
      },
      {
        ...options,
        onRetry(reason, waitMs) {
          account.retries++
          options.onRetry?.(reason, waitMs)
        },
      },
    )
    const stored = answer.Accepted + answer.Duplicates
    const refused = answer.RejectedCount ?? answer.Rejected.length
    if (stored > lines.length || stored + refused < lines.length) {
      throw new MiscountedAnswer(
        `${lines.length} lines were sent, but ${stored} stored and ${refused} rejected`,
      )
    }
    account.requests++
    account.sent += lines.length
    account.accepted += answer.Accepted
    account.duplicates += answer.Duplicates
    account.rejected += lines.length - stored
    for (const { Index, Reason } of answer.Rejected) {
      account.refusals.push({ line: first + Index, reason: Reason })
    }
  } catch (error) {
    const tooLarge = error instanceof IngestRefused && error.status === 413
    if (!tooLarge || lines.length === 1) throw error
    const half = Math.ceil(lines.length / 2)
    await sendLines(lines.slice(0, half), options, account)
    await sendLines(lines.slice(half), options, account)
  }
}

const linesPerChunk = 200

function streamOf(lines: readonly string[]): ReadableStream<Uint8Array> {
  let next = 0
  return new ReadableStream({
    pull(controller) {
      if (next >= lines.length) return controller.close()
      controller.enqueue(Buffer.from(lines.slice(next, next + linesPerChunk).join('')))
      next += linesPerChunk
    },
  })
}
