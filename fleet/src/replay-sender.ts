import type { Backoff } from './backoff.ts'
import { type Clock, pause } from './clock.ts'
import { basicAuthorization, type DeviceIdentity, topicOf } from './identity.ts'
import type { Sample } from './kinds.ts'
import { NotAcknowledged, openMqttLink } from './mqtt-link.ts'
import { type IngestAnswer, postIngest } from './post-ingest.ts'
import { onlineStatus } from './status.ts'

/** Carries the messages of one device until the server has taken each. */
export interface ReplaySender {
  /** Messages that may be under way at once without losing their order. */
  readonly inFlight: number
  /** Resolves when the server has acknowledged; over HTTP with what it said. */
  send(samples: readonly Sample[]): Promise<IngestAnswer | undefined>
  close(): Promise<void>
}

export interface SenderOptions {
  readonly identity: DeviceIdentity
  readonly clock: Clock
  readonly backoff?: Backoff
  /** No connection for this long ends the replay. */
  readonly giveUpAfterMs?: number
  onTrouble?(error: Error): void
}

/** The server does not let this device in, or cannot be reached. */
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
    onCommand: () => {}, // a recording cannot take a new reading
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
    if (refused) throw new ReplayBroken(`${identity.mac} is not let in`, { cause: refused })
    if (!link.isUp)
      throw new ReplayBroken(`${options.mqttUrl} could not be reached for ${giveUpAfterMs / 1_000} s`)
  }

  const publish = async (topic: string, payload: string) => {
    for (;;) {
      await untilUp()
      try {
        return await link.publish(topic, payload)
      } catch (error) {
        if (!(error instanceof NotAcknowledged)) throw error // else once more, on the next connection
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
