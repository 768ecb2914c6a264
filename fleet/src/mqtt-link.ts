import { connect, type MqttClient } from 'mqtt'
import { type Backoff, backoffMs, deviceBackoff } from './backoff.ts'
import { type Cancel, type Clock, wallClock } from './clock.ts'
import { clientIdOf, type DeviceIdentity, topicOf } from './identity.ts'
import { offlineStatus } from './status.ts'

/** The message did not reach its PUBACK; the sender still has to see to it. */
export class NotAcknowledged extends Error {
  override readonly name = 'NotAcknowledged'
}

export interface MqttLinkOptions {
  readonly identity: DeviceIdentity
  readonly url: string
  /** After each connection, before anything else may be expected to work. */
  onUp(): void
  onCommand(payload: Buffer): void
  /** A connection was refused (`code` 4, 5: wrong user or password) or broke; the link tries again by itself. */
  onTrouble?(error: Error & { code?: number | string }): void
  readonly backoff?: Backoff
  readonly clock?: Clock
  readonly random?: () => number
  /** A broker that answers pings but no longer acknowledges is given up after this long. */
  readonly acknowledgeWithinMs?: number
}

/** A connection that comes back by itself and keeps nothing: whoever publishes keeps the message until its PUBACK. */
export interface MqttLink {
  readonly isUp: boolean
  /** QoS 1. Resolves at the PUBACK; rejects with NotAcknowledged when the connection goes first. */
  publish(topic: string, payload: string | Buffer): Promise<void>
  /** Loses the connection without a goodbye, as in a power cut; the broker sends the last will. */
  cut(): void
  /** Connects again after `cut`. */
  resume(): void
  /** Says goodbye and stays away. */
  close(): Promise<void>
}

const goodbyeWithinMs = 2_000

export function openMqttLink(options: MqttLinkOptions): MqttLink {
  const { identity, backoff = deviceBackoff, clock = wallClock, random = Math.random } = options
  const acknowledgeWithinMs = options.acknowledgeWithinMs ?? 60_000
  const unacknowledged = new Set<(error: NotAcknowledged) => void>()
  let client: MqttClient | undefined
  let isUp = false
  let wanted = true
  let failures = 0
  let cancelRetry: Cancel = () => {}

  const open = () => {
    // One client per connection: what a connection did not acknowledge is the sender's again, not the library's.
    const current = connect(options.url, {
      clientId: clientIdOf(identity),
      username: identity.mac,
      password: identity.key,
      protocolVersion: 4,
      clean: true,
      keepalive: 30,
      connectTimeout: 15_000,
      reconnectPeriod: 0,
      queueQoSZero: false,
      will: {
        topic: topicOf(identity, 'status'),
        payload: Buffer.from(offlineStatus),
        qos: 1,
        retain: false,
      },
    })
    client = current
    current.on('connect', () => {
      if (client !== current) return
      failures = 0
      isUp = true
      current.subscribe(topicOf(identity, 'commands'), { qos: 1 }, (error) => {
        if (error && client === current) options.onTrouble?.(error)
      })
      options.onUp()
    })
    current.on('message', (_topic, payload) => options.onCommand(payload))
    current.on('error', (error) => {
      if (client === current) options.onTrouble?.(error)
    })
    current.on('close', () => {
      if (client === current) lose()
    })
  }

  const lose = () => {
    client?.end(true)
    client = undefined
    isUp = false
    for (const fail of [...unacknowledged]) fail(new NotAcknowledged('the connection was lost'))
    if (!wanted) return
    cancelRetry()
    cancelRetry = clock.after(backoffMs(failures++, backoff, random), open)
  }

  open()

  return {
    get isUp() {
      return isUp
    },
    publish(topic, payload) {
      const current = client
      if (!current || !isUp) return Promise.reject(new NotAcknowledged('there is no connection'))
      return new Promise((resolve, reject) => {
        const settle = (error?: Error | null) => {
          cancelLimit()
          unacknowledged.delete(settle)
          if (error) reject(error instanceof NotAcknowledged ? error : new NotAcknowledged(error.message))
          else resolve()
        }
        const cancelLimit = clock.after(acknowledgeWithinMs, () => {
          if (client === current) lose()
        })
        unacknowledged.add(settle)
        current.publish(topic, payload, { qos: 1 }, settle)
      })
    },
    cut() {
      wanted = false
      cancelRetry()
      client?.stream.destroy()
      lose()
    },
    resume() {
      if (wanted) return
      wanted = true
      failures = 0
      open()
    },
    async close() {
      wanted = false
      cancelRetry()
      const current = client
      // Waiting for acknowledgements that may never come would keep a device from being switched off.
      const abruptly = !isUp || unacknowledged.size > 0
      client = undefined
      isUp = false
      for (const fail of [...unacknowledged]) fail(new NotAcknowledged('the device was switched off'))
      if (!current) return
      const cancelLimit = clock.after(goodbyeWithinMs, () => current.stream.destroy())
      await current.endAsync(abruptly)
      cancelLimit()
    },
  }
}
