import mqtt from 'mqtt'
import type pg from 'pg'
import { listen } from '../../platform/db/listen.ts'
import { repeat } from '../../platform/jobs/repeat.ts'
import type { Log } from '../../platform/log.ts'
import type { DeviceEntry, ReadingInput } from '../ingest/index.ts'
import { namedValues } from '../readings/index.ts'
import {
  allConfigTopics,
  configTopicOf,
  discoveryOf,
  isOurs,
  type Origin,
  type ShownDevice,
  stateTopicFor,
  stateTopicOf,
} from './discovery.ts'
import { listShownDevices } from './shown-devices.queries.ts'

interface Parts {
  /** The broker of Home Assistant. */
  url: string
  /** Only devices of this site and those below it. */
  siteId: string | undefined
  origin: Origin
  databaseUrl: string
  pool: pg.Pool
  log: Log
  /** Pause between two attempts to reach the broker. */
  reconnectMs?: number
}

export interface HomeAssistant {
  /** Publishes readings that this process has stored. Readings that arrive while the broker is unreachable are dropped. */
  publish(readings: readonly ReadingInput[]): void
  stop(): Promise<void>
}

/**
 * Devices are shown at once; this interval is for changes without a notification, such as the interval that a device reports.
 */
const refreshEveryMs = 60_000
const retained = { qos: 1, retain: true } as const

/**
 * Shows devices in Home Assistant: announces each by MQTT discovery, with its sensors, and publishes its newest values. The
 * messages are retained, so that Home Assistant has them after a restart.
 */
export function startHomeAssistant({
  url,
  siteId,
  origin,
  databaseUrl,
  pool,
  log,
  reconnectMs = 5000,
}: Parts): HomeAssistant {
  const client = mqtt.connect(url, {
    protocolVersion: 4,
    reconnectPeriod: reconnectMs,
    // A broker may refuse at first, for example if it checks passwords with Home Assistant, which may start later.
    reconnectOnConnackError: true,
    queueQoSZero: false,
    manualConnect: true,
  })
  let shown = new Map<string, ShownDevice>()
  /** The messages that the broker has, by topic. */
  const announced = new Map<string, string>()
  let refreshing: Promise<void> = Promise.resolve()
  /** Whether a refresh is pending. */
  let isDue = false

  async function refresh(): Promise<void> {
    if (!client.connected) return
    const devices = await listShownDevices(pool, siteId)
    shown = new Map(devices.map((device) => [device.id, device]))
    const wanted = new Map(
      devices.map((device) => [configTopicOf(device.mac), JSON.stringify(discoveryOf(device, origin))]),
    )
    for (const [topic, message] of wanted)
      if (announced.get(topic) !== message) {
        await publishRetained(topic, message)
        announced.set(topic, message)
      }
    for (const topic of announced.keys()) if (!wanted.has(topic)) await remove(topic)
  }

  /** An empty message removes the device from Home Assistant. */
  async function remove(topic: string): Promise<void> {
    await publishRetained(topic, '')
    await publishRetained(stateTopicFor(topic), '')
    announced.delete(topic)
  }

  /** Rejects when the connection is lost. Otherwise the library would wait for the next one, without a time limit. */
  function publishRetained(topic: string, message: string): Promise<void> {
    return new Promise((resolve, reject) => {
      if (!client.connected) return reject(new Error('there is no connection to the broker'))
      const lose = () => reject(new Error('the connection to the broker was lost'))
      client.once('close', lose)
      client.publish(topic, message, retained, (error) => {
        client.off('close', lose)
        if (error) reject(error)
        else resolve()
      })
    })
  }

  const refreshNext = () => {
    refreshing = refreshing
      .then(() => {
        isDue = false
        return refresh()
      })
      .catch((error: unknown) => log.warn({ err: error }, 'failed to show the devices in Home Assistant'))
    return refreshing
  }
  const refreshSoon = () => {
    if (isDue) return
    isDue = true
    void refreshNext()
  }

  client.on('connect', () => {
    announced.clear()
    // Includes devices that this program announced before a restart and that no longer exist.
    client
      .subscribeAsync(allConfigTopics, { qos: 1 })
      .then(refreshNext)
      .catch((error: unknown) => log.warn({ err: error }, 'the broker of Home Assistant refused a request'))
  })
  client.on('message', (topic, payload) => {
    const message = payload.toString('utf8')
    if (!isOurs(topic, message, origin) || announced.has(topic)) return
    announced.set(topic, message)
    refreshSoon()
  })
  client.on('error', (error) =>
    log.warn({ reason: error.message }, 'the broker of Home Assistant cannot be reached'),
  )
  client.connect()
  const catalogue = listen(databaseUrl, ['catalogue'], refreshSoon, log)
  // Not awaited, because the watchdog restarts the program if this takes too long, and a slow broker must not cause that.
  const repeated = repeat('show-in-home-assistant', refreshEveryMs, async () => refreshSoon(), log)

  return {
    publish(readings) {
      if (!client.connected) return
      const reporting = new Set<DeviceEntry>()
      for (const { at, device, receivedAt } of readings) {
        const one = shown.get(device.id)
        // Readings that a device buffered while it was offline are history.
        if (one && receivedAt - at <= 1000 * one.offlineAfterSeconds) reporting.add(device)
      }
      for (const { mac, runtime } of reporting) {
        // Its state is also that of readings that other processes have stored. It is missing only while a later batch is written
        // again, whose readings will be published.
        if (!runtime) continue
        const state = JSON.stringify(namedValues(runtime.latest))
        client.publish(stateTopicOf(mac), state, { qos: 0, retain: true })
      }
    },
    async stop() {
      await Promise.all([repeated.stop(), catalogue.stop()])
      // Done first, since it ends a refresh that waits for the broker.
      await client.endAsync(true)
      await refreshing
    },
  }
}
