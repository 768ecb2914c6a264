import { Backlog } from './backlog.ts'
import type { Backoff } from './backoff.ts'
import { type Clock, pause, wallClock } from './clock.ts'
import { commandOf } from './device-command.ts'
import { type DeviceIdentity, topicOf } from './identity.ts'
import type { Sample } from './kinds.ts'
import { type MqttLink, NotAcknowledged, openMqttLink } from './mqtt-link.ts'
import { offlineStatus, onlineStatus, type StatusFlags } from './status.ts'
import { asError } from './trouble.ts'

/** Limits how long an unresponsive broker can delay switching off a device. */
const goodbyeWithinMs = 2_000

export interface MqttDeviceOptions {
  readonly identity: DeviceIdentity
  readonly url: string
  /** Reporting interval, as announced to the server. */
  readonly intervalMs: number
  /** Handles the command `refresh`. */
  measureNow(): Sample
  readonly backlogLimit?: number
  readonly samplesPerMessage?: number
  readonly clock?: Clock
  readonly random?: () => number
  readonly backoff?: Backoff
  readonly acknowledgeWithinMs?: number
  onTrouble?(error: Error): void
}

export interface DeviceCounts {
  /** Samples acknowledged by a PUBACK. */
  readonly acknowledged: number
  /** Samples lost because the backlog was full. */
  readonly dropped: number
  /** Samples queued or in flight. */
  readonly waiting: number
}

/** A device that reports over MQTT and buffers samples while it is disconnected, up to its memory limit. */
export interface MqttDevice {
  readonly counts: DeviceCounts
  report(...samples: readonly Sample[]): void
  /** Sets or clears status flags; they persist until changed. */
  announce(flags: StatusFlags): Promise<void>
  sendMessage(message: Readonly<Record<string, unknown>>): Promise<void>
  /** Publishes any bytes to any topic, as a faulty device does. */
  publishRaw(topic: string, payload: string | Buffer): Promise<void>
  cutPower(): void
  restorePower(): void
  stop(): Promise<void>
}

export function startMqttDevice(options: MqttDeviceOptions): MqttDevice {
  const { identity, clock = wallClock, samplesPerMessage = 200 } = options
  const backlog = new Backlog<Sample>(options.backlogLimit ?? 10_000)
  let flags: StatusFlags = {}
  let acknowledged = 0
  let onTheWay = 0

  const { onTrouble, backoff, random, acknowledgeWithinMs } = options
  const link: MqttLink = openMqttLink({
    identity,
    url: options.url,
    clock,
    ...(backoff && { backoff }),
    ...(random && { random }),
    ...(acknowledgeWithinMs && { acknowledgeWithinMs }),
    ...(onTrouble && { onTrouble }),
    onUp: () => attempt(greet),
    onCommand: (payload) => attempt(() => obey(payload)),
  })

  const sayOnline = () => link.publish(topicOf(identity, 'status'), onlineStatus(options.intervalMs, flags))

  const greet = async () => {
    await sayOnline()
    await drain()
  }

  /** Sends one message at a time, so that samples arrive in the order they were taken. */
  const drain = async () => {
    while (onTheWay === 0 && link.isUp && backlog.size > 0) {
      const batch = backlog.take(samplesPerMessage)
      onTheWay = batch.length
      try {
        await link.publish(
          topicOf(identity, 'readings'),
          JSON.stringify(batch.length === 1 ? batch[0] : batch),
        )
        acknowledged += batch.length
      } catch (error) {
        backlog.putBack(batch)
        throw error
      } finally {
        onTheWay = 0
      }
    }
  }

  const sendMessage = (message: Readonly<Record<string, unknown>>) =>
    link.publish(topicOf(identity, 'events'), JSON.stringify({ at: clock.now(), ...message }))

  const report = (...samples: readonly Sample[]) => {
    backlog.add(...samples)
    attempt(drain)
  }

  const obey = async (payload: Buffer) => {
    const { command, id } = commandOf(payload)
    const answered = id === undefined ? {} : { id }
    if (command === 'refresh') {
      report(options.measureNow())
      await sendMessage({ event: 'refreshed', command, ...answered })
    } else {
      await sendMessage({ event: 'command-refused', command, ...answered })
    }
  }

  /** A lost connection needs no handling, since the device catches up on the next one; other errors are reported. */
  const attempt = (work: () => Promise<void>) => {
    work().catch((error: unknown) => {
      if (error instanceof NotAcknowledged) return
      onTrouble?.(asError(error))
    })
  }

  return {
    get counts() {
      return { acknowledged, dropped: backlog.dropped, waiting: backlog.size + onTheWay }
    },
    report,
    async announce(next) {
      flags = { ...flags, ...next }
      await sayOnline()
    },
    sendMessage,
    publishRaw: (topic, payload) => link.publish(topic, payload),
    cutPower: () => link.cut(),
    restorePower: () => link.resume(),
    async stop() {
      const hurry = new AbortController()
      const goodbye = link.publish(topicOf(identity, 'status'), offlineStatus).catch((error: unknown) => {
        if (!(error instanceof NotAcknowledged)) throw error // the broker sends the last will instead
      })
      await Promise.race([goodbye, pause(clock, goodbyeWithinMs, hurry.signal)])
      hurry.abort()
      await link.close()
    },
  }
}
