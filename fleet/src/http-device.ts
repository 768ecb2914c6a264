import { Backlog } from './backlog.ts'
import { backoffMs, deviceBackoff } from './backoff.ts'
import { pause, wallClock } from './clock.ts'
import { createHttpCommands } from './http-commands.ts'
import { basicAuthorization, type DeviceIdentity } from './identity.ts'
import type { Sample } from './kinds.ts'
import { IngestAbandoned, type IngestPatience, IngestRefused, postIngest } from './post-ingest.ts'
import { asError } from './trouble.ts'

export interface HttpDeviceOptions extends Omit<IngestPatience, 'signal'> {
  readonly identity: DeviceIdentity
  /** URL of the portal, e.g. http://localhost:8080. */
  readonly portalUrl: string
  readonly backlogLimit?: number
  readonly samplesPerRequest?: number
  /** Handles the command `refresh`; without it the device refuses the command. */
  measureNow?(): Sample
  /** The server rejected the device (samples are kept for a retry) or the samples (they are dropped and counted). */
  onTrouble?(error: Error): void
}

export interface HttpDeviceCounts {
  readonly accepted: number
  readonly duplicates: number
  readonly rejected: number
  /** Samples lost because the backlog was full or the server rejected the whole request. */
  readonly dropped: number
  readonly waiting: number
}

/** Status codes for a device that is unknown or not permitted; worth retrying, since someone may register it. */
const unknownHere = new Set([401, 403, 404])

/** A device that reports over HTTP and buffers samples while the server is unavailable, up to its memory limit. */
export interface HttpDevice {
  readonly counts: HttpDeviceCounts
  report(...samples: readonly Sample[]): void
  stop(): void
}

export function startHttpDevice(options: HttpDeviceOptions): HttpDevice {
  const {
    identity,
    samplesPerRequest = 200,
    clock = wallClock,
    backoff = deviceBackoff,
    random = Math.random,
  } = options
  const backlog = new Backlog<Sample>(options.backlogLimit ?? 10_000)
  const halt = new AbortController()
  const counts = { accepted: 0, duplicates: 0, rejected: 0, refused: 0 }
  let onTheWay = 0
  let draining = false

  const { measureNow, onTrouble } = options
  const obey = createHttpCommands({
    identity,
    portalUrl: options.portalUrl,
    signal: halt.signal,
    ...(measureNow && { refresh: () => report(measureNow()) }),
    ...(onTrouble && { onTrouble }),
  })

  const send = async (batch: readonly Sample[]) => {
    const body = JSON.stringify(batch.length === 1 ? batch[0] : batch)
    const answer = await postIngest(
      {
        url: new URL('/api/ingest/readings', options.portalUrl).href,
        authorization: basicAuthorization(identity),
        contentType: 'application/json',
        makeBody: () => body,
      },
      { ...options, signal: halt.signal },
    )
    counts.accepted += answer.Accepted
    counts.duplicates += answer.Duplicates
    counts.rejected += answer.RejectedCount ?? answer.Rejected.length
    if (answer.Commands) obey(answer.Commands)
  }

  const drain = async () => {
    if (draining) return
    draining = true
    for (let refusals = 0; backlog.size > 0 && !halt.signal.aborted; ) {
      const batch = backlog.take(samplesPerRequest)
      onTheWay = batch.length
      const failure = await send(batch).catch(asError)
      onTheWay = 0
      if (!failure) {
        refusals = 0
      } else if (failure instanceof IngestAbandoned) {
        backlog.putBack(batch)
      } else if (failure instanceof IngestRefused && unknownHere.has(failure.status)) {
        backlog.putBack(batch)
        options.onTrouble?.(failure)
        await pause(clock, backoffMs(refusals++, backoff, random), halt.signal)
      } else {
        counts.refused += batch.length
        options.onTrouble?.(failure)
      }
    }
    draining = false
  }

  const report = (...samples: readonly Sample[]) => {
    backlog.add(...samples)
    void drain()
  }

  return {
    get counts() {
      const { refused, ...answered } = counts
      return { ...answered, dropped: backlog.dropped + refused, waiting: backlog.size + onTheWay }
    },
    report,
    stop: () => halt.abort(),
  }
}
