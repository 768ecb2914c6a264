import { basicAuthorization, type DeviceIdentity, topicOf } from '@eot/fleet/identity'
import { NotAcknowledged, openMqttLink } from '@eot/fleet/mqtt-link'
import { IngestAbandoned, type IngestRequest, postIngest } from '@eot/fleet/post-ingest'
import type { ProgramPorts } from '@eot/server/test/child-program'
import type { PortalDevice } from '@eot/server/test/portal-client'
import type { Ledger } from './ledger.ts'

/** Sends samples until each is acknowledged, through any restarts of the program. */
export interface Sender {
  /** Numbers of the ledger's samples, in the order to send them. */
  send(ledger: Ledger, numbers: readonly number[]): void
  readonly waiting: number
  close(): Promise<void>
}

/** Where devices report. */
export interface Entrance {
  /** Origin of HTTP requests. */
  http: string
  mqtt: string
  /** Headers of the HTTP requests of a device, or of the gateway. */
  headersOf?(device?: PortalDevice): Record<string, string>
  /** Default: the embedded broker, which acknowledges a reading once it is stored. */
  broker?: ExternalBroker
}

export interface ExternalBroker {
  /** Returns the device's credentials at the broker. */
  identityOf(device: PortalDevice): DeviceIdentity
  /** Returns whether the program has stored a sample that the broker acknowledged. */
  isStored(device: PortalDevice, at: number): Promise<boolean>
}

export const directly = ({ http, mqtt }: ProgramPorts): Entrance => ({
  http: `http://127.0.0.1:${http}`,
  mqtt: `mqtt://127.0.0.1:${mqtt}`,
})

const backoff = { firstMs: 50, mostMs: 500 }
const acknowledgeWithinMs = 5_000
const mostPerRequest = 50
const askEveryMs = 100

/**
 * A device on MQTT. `window` 1 keeps its samples in order even when the connection breaks. Processes that share a subscription
 * to an external broker do not keep the order. Each sample is then sent only when the previous one is stored, as if the device
 * reported once a minute.
 */
export function mqttSender(ledger: Ledger, entrance: Entrance, window: number, fail: Fail): Sender {
  const { broker } = entrance
  const identity = broker?.identityOf(ledger.device) ?? ledger.device
  const queue: number[] = []
  let inFlight = 0
  const topic = topicOf(identity, 'readings')
  const link = openMqttLink({
    identity,
    url: entrance.mqtt,
    backoff,
    acknowledgeWithinMs,
    onUp: () => pump(),
    onCommand: () => undefined,
  })

  function pump(): void {
    while (link.isUp && inFlight < window) {
      const n = queue.shift()
      if (n === undefined) return
      inFlight += 1
      publish(n).catch(fail)
    }
  }

  async function publish(n: number): Promise<void> {
    try {
      await link.publish(topic, JSON.stringify(ledger.sample(n)))
      if (broker && window === 1) await untilStored(broker, n)
      ledger.acknowledge([n])
    } catch (error) {
      if (!(error instanceof NotAcknowledged)) throw error
      queue.unshift(n)
    }
    inFlight -= 1
    pump()
  }

  async function untilStored({ isStored }: ExternalBroker, n: number): Promise<void> {
    const endsAt = performance.now() + acknowledgeWithinMs
    while (!(await isStored(ledger.device, ledger.sample(n).at))) {
      if (performance.now() > endsAt) throw new NotAcknowledged('the broker has it, but nobody has stored it')
      await new Promise((resolve) => setTimeout(resolve, askEveryMs))
    }
  }

  return {
    send(_, numbers) {
      queue.push(...numbers)
      pump()
    },
    get waiting() {
      return queue.length + inFlight
    },
    close: () => link.close(),
  }
}

export type Fail = (error: unknown) => void

/** A device on HTTP that sends one request at a time. */
export function httpSender(ledger: Ledger, { http, headersOf }: Entrance, fail: Fail): Sender {
  const request = {
    url: `${http}/api/ingest/readings`,
    headers: headersOf?.(ledger.device) ?? {},
    authorization: basicAuthorization(ledger.device),
    contentType: 'application/json',
  }
  return requestSender(request, (items) => JSON.stringify(items.map(({ n }) => ledger.sample(n))), fail)
}

/** A gateway that reports for many devices. */
export function bulkSender(token: string, { http, headersOf }: Entrance, fail: Fail): Sender {
  const request = {
    url: `${http}/api/ingest/bulk`,
    headers: headersOf?.() ?? {},
    authorization: `Bearer ${token}`,
    contentType: 'application/x-ndjson',
  }
  const lineOf = ({ ledger, n }: Item) =>
    `${JSON.stringify({ mac: ledger.device.mac, ...ledger.sample(n) })}\n`
  return requestSender(request, (items) => items.map(lineOf).join(''), fail)
}

interface Item {
  ledger: Ledger
  n: number
}

function requestSender(
  request: Omit<IngestRequest, 'makeBody'>,
  bodyOf: (items: readonly Item[]) => string,
  fail: Fail,
): Sender {
  const queue: Item[] = []
  const closing = new AbortController()
  let underWay: Item[] = []

  async function drain(): Promise<void> {
    while (queue.length > 0 && !closing.signal.aborted) {
      underWay = queue.splice(0, mostPerRequest)
      const body = bodyOf(underWay)
      const answer = await postIngest(
        { ...request, makeBody: () => body },
        { backoff, signal: closing.signal, answerWithinMs: acknowledgeWithinMs },
      )
      if (answer.Rejected.length > 0 || answer.Accepted + answer.Duplicates !== underWay.length) {
        throw new Error(`unexpected response to ${underWay.length} samples: ${JSON.stringify(answer)}`)
      }
      for (const { ledger, n } of underWay) ledger.acknowledge([n])
      underWay = []
    }
  }

  let draining: Promise<void> | undefined
  return {
    send(ledger, numbers) {
      queue.push(...numbers.map((n) => ({ ledger, n })))
      draining ??= drain()
        .catch((error: unknown) => {
          if (!(error instanceof IngestAbandoned)) fail(error)
        })
        .finally(() => {
          draining = undefined
        })
    },
    get waiting() {
      return queue.length + underWay.length
    },
    async close() {
      closing.abort()
      await draining
    },
  }
}
