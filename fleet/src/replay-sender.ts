import type { Backoff } from './backoff.ts'
import { type Clock, pause } from './clock.ts'
import { basicAuthorization, type DeviceIdentity, topicOf } from './identity.ts'
import type { Sample } from './kinds.ts'
import { NotAcknowledged, openMqttLink } from './mqtt-link.ts'
import { type IngestAnswer, postIngest } from './post-ingest.ts'
import { onlineStatus } from './status.ts'

/** Sends the messages of one device, each until the server acknowledges it. */
export interface ReplaySender {
  /** Number of messages that may be in flight at once without losing their order. */
  readonly inFlight: number
  /** Resolves when the server has acknowledged; over HTTP, with its response. */
  send(samples: readonly Sample[]): Promise<IngestAnswer | undefined>
  close(): Promise<void>
}

export interface SenderOptions {
  readonly identity: DeviceIdentity
  readonly clock: Clock
  readonly backoff?: Backoff
  /** The replay fails after this long without a connection. */
  readonly giveUpAfterMs?: number
  onTrouble?(error: Error): void
}

/** The server rejected the device or could not be reached. */
export class ReplayBroken extends Error {
  override readonly name = 'ReplayBroken'
}

const badUserOrPassword = 4
const notAuthorized = 5

export function openMqttSender(
  options: SenderOptions & { readonly mqttUrl: string; readonly intervalMs: number },
): ReplaySender {
  const { identity, clock, backoff } = options
  const giveUpAfterMs = options.giveUpAfterMs ?? 120_000
  let waiters: (() => void)[] = []
  let refused: Error | undefined
  const wakeAll = () => {
    const woken = waiters
    waiters = []
    for (const wake of woken) wake()
  }

  const link = openMqttLink({
    identity,
    url: options.mqttUrl,
    clock,
    ...(backoff && { backoff }),
    onUp: wakeAll,
    onCommand: () => {}, // a recording cannot be refreshed
    onTrouble(error) {
      options.onTrouble?.(error)
      if (error.code !== badUserOrPassword && error.code !== notAuthorized) return
      refused = error
      wakeAll()
    },
  })

  const untilUp = async () => {
    if (!link.isUp && !refused) {
      const stop = new AbortController()
      const woken = new Promise<void>((resolve) => waiters.push(resolve))
      await Promise.race([woken, pause(clock, giveUpAfterMs, stop.signal)])
      stop.abort()
    }
    if (refused) throw new ReplayBroken(`the server rejected the key of ${identity.mac}`, { cause: refused })
    if (!link.isUp)
      throw new ReplayBroken(`${options.mqttUrl} could not be reached for ${giveUpAfterMs / 1_000} s`)
  }

  const publish = async (topic: string, payload: string) => {
    for (;;) {
      await untilUp()
      try {
        return await link.publish(topic, payload)
      } catch (error) {
        if (!(error instanceof NotAcknowledged)) throw error // otherwise resend on the next connection
      }
    }
  }

  let greeted: Promise<void> | undefined
  const greet = () => publish(topicOf(identity, 'status'), onlineStatus(options.intervalMs))

  return {
    inFlight: 4,
    async send(samples) {
      greeted ??= greet()
      await greeted
      await publish(topicOf(identity, 'readings'), JSON.stringify(samples))
      return undefined
    },
    close: () => link.close(),
  }
}

export function openHttpSender(options: SenderOptions & { readonly portalUrl: string }): ReplaySender {
  const halt = new AbortController()
  const { clock, backoff, onTrouble } = options
  return {
    inFlight: 1,
    send(samples) {
      const body = JSON.stringify(samples)
      return postIngest(
        {
          url: new URL('/api/ingest/readings', options.portalUrl).href,
          authorization: basicAuthorization(options.identity),
          contentType: 'application/json',
          makeBody: () => body,
        },
        {
          clock,
          signal: halt.signal,
          ...(backoff && { backoff }),
          ...(onTrouble && { onRetry: (reason: string) => onTrouble(new Error(reason)) }),
        },
      )
    },
    async close() {
      halt.abort()
    },
  }
}
