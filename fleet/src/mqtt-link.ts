import { connect, type MqttClient } from 'mqtt'
import { type Backoff, backoffMs, deviceBackoff } from './backoff.ts'
import { type Cancel, type Clock, wallClock } from './clock.ts'
import { clientIdOf, type DeviceIdentity, topicOf } from './identity.ts'
import { offlineStatus } from './status.ts'

/** The message got no PUBACK; the sender has to resend it. */
export class NotAcknowledged extends Error {
  override readonly name = 'NotAcknowledged'
}

export interface MqttLinkOptions {
  readonly identity: DeviceIdentity
  readonly url: string
  /** Called after each connect. */
  onUp(): void
  onCommand(payload: Buffer): void
  /** A connection was refused (`code` 4 or 5: bad credentials) or broke. The link reconnects by itself. */
  onTrouble?(error: Error & { code?: number | string }): void
  readonly backoff?: Backoff
  readonly clock?: Clock
  readonly random?: () => number
  /** Reconnect if the broker responds to pings but has not acknowledged a message for this long. */
  readonly acknowledgeWithinMs?: number
}

/** A connection that reconnects by itself but buffers nothing: the caller keeps each message until its PUBACK. */
export interface MqttLink {
  readonly isUp: boolean
  /** Publishes at QoS 1. Resolves on PUBACK; rejects with NotAcknowledged if the connection is lost first. */
  publish(topic: string, payload: string | Buffer): Promise<void>
  /** Drops the connection without a DISCONNECT, as in a power cut, so that the broker sends the last will. */
  cut(): void
  /** Reconnects after `cut`. */
  resume(): void
  /** Disconnects for good. */
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
    // One client per connection, so that the sender, not the library, resends unacknowledged messages.
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
      // Do not wait for outstanding acknowledgments: they may never come and would delay switching off.
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
