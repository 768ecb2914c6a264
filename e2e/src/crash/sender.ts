import { basicAuthorization, topicOf } from '@eot/fleet/identity'
import { NotAcknowledged, openMqttLink } from '@eot/fleet/mqtt-link'
import { IngestAbandoned, postIngest } from '@eot/fleet/post-ingest'
import type { ProgramPorts } from '@eot/server/test/child-program'
import type { Ledger } from './ledger.ts'

/** Sends samples until each is acknowledged, through any restarts of the program. */
export interface Sender {
  /** Numbers of the ledger's samples, in the order to send them. */
  send(ledger: Ledger, numbers: readonly number[]): void
  readonly waiting: number
  close(): Promise<void>
}

const backoff = { firstMs: 50, mostMs: 500 }
const acknowledgeWithinMs = 5_000
const mostPerRequest = 50

/** A device on MQTT. `window` 1 keeps its samples in order even when the connection breaks. */
export function mqttSender(ledger: Ledger, ports: ProgramPorts, window: number, fail: Fail): Sender {
  const queue: number[] = []
  let inFlight = 0
  const topic = topicOf(ledger.device, 'readings')
  const link = openMqttLink({
    identity: ledger.device,
    url: `mqtt://127.0.0.1:${ports.mqtt}`,
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
      ledger.acknowledge([n])
    } catch (error) {
      if (!(error instanceof NotAcknowledged)) throw error
      queue.unshift(n)
    }
    inFlight -= 1
    pump()
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
export function httpSender(ledger: Ledger, ports: ProgramPorts, fail: Fail): Sender {
  const request = {
    url: `http://127.0.0.1:${ports.http}/api/ingest/readings`,
    authorization: basicAuthorization(ledger.device),
    contentType: 'application/json',
  }
  return requestSender(request, (items) => JSON.stringify(items.map(({ n }) => ledger.sample(n))), fail)
}

/** A gateway that reports for many devices. */
export function bulkSender(token: string, ports: ProgramPorts, fail: Fail): Sender {
  const request = {
    url: `http://127.0.0.1:${ports.http}/api/ingest/bulk`,
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
  request: { url: string; authorization: string; contentType: string },
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
