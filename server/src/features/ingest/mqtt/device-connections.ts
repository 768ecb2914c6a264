import type { Client } from 'aedes'
import type { Log } from '../../../platform/log.ts'
import type { DeviceDirectory } from '../devices/device-directory.ts'
import { type DeviceEntry, type DeviceKey, validKey } from '../devices/device-entry.ts'
import { MessagesInProgress } from './messages-in-progress.ts'
import type { MessageName } from './mqtt-topics.ts'

export interface Connection {
  readonly client: Client
  readonly device: DeviceEntry
  /** Hash of the key it was opened with, and when that key expires in epoch ms; null until it is replaced. */
  keyHash: Buffer
  until: number | null
  /** The topic of its commands, in the notation in which it has subscribed; null: it has not. */
  commandTopic: string | null
  /** How many times it has subscribed. */
  subscriptions: number
  /** When the device was last heard on it, in epoch ms. */
  heardAt: number
  /** Whether we ended it, or are about to: anything it still delivers, such as a last will, is ignored. */
  isEnded: boolean
  readonly inProgress: MessagesInProgress
  /** The last message at QoS 0 or 1 that the library has parsed, with its topic as it was sent. */
  last: { topic: string; name: MessageName } | null
}

export type DeviceConnections = ReturnType<typeof createDeviceConnections>

/** The MQTT connections of devices: one per device, each for as long as its key is valid. */
export function createDeviceConnections(directory: DeviceDirectory, now: () => number, log: Log) {
  const all = new WeakMap<Client, Connection>()
  const current = new Map<string, Connection>()
  let isClosing = false
  let opened = 0
  let checking: Promise<void> | null = null
  let isCheckDue = false

  function remove(connection: Connection): void {
    const { mac } = connection.device
    if (current.get(mac) === connection) current.delete(mac)
  }

  function end(connection: Connection): void {
    connection.isEnded = true
    remove(connection)
    connection.client.conn.destroy()
  }

  async function check(): Promise<void> {
    while (isCheckDue) {
      isCheckDue = false
      const known = await directory.findByMacs([...current.keys()])
      for (const connection of current.values()) {
        const device = known.get(connection.device.mac)
        const key = device && validKey(device, connection.keyHash, now())
        if (key) connection.until = key.until
        else endRevoked(connection)
      }
    }
  }

  function endRevoked(connection: Connection): void {
    log.info({ mac: connection.device.mac }, 'closed a device connection whose key is no longer valid')
    end(connection)
  }

  return {
    /** Makes this the device's connection and replaces its client id with one of ours. Closes an earlier connection. */
    add(client: Client, device: DeviceEntry, key: DeviceKey): void {
      const earlier = current.get(device.mac)
      if (earlier) {
        log.info({ mac: device.mac }, 'device connected again; closing its earlier connection')
        end(earlier)
      }
      opened += 1
      client.id = `${device.mac}/${opened}`
      const connection: Connection = {
        client,
        device,
        keyHash: key.hash,
        until: key.until,
        commandTopic: null,
        subscriptions: 0,
        heardAt: now(),
        isEnded: false,
        inProgress: new MessagesInProgress(client),
        last: null,
      }
      all.set(client, connection)
      current.set(device.mac, connection)
      client.conn.once('close', () => remove(connection))
    },

    /** Returns the connection of a client; undefined until it is authenticated. */
    of: (client: Client): Connection | undefined => all.get(client),

    /** Returns the topic on which this device waits for commands; null if it is not connected or not subscribed. */
    commandTopicOf: (mac: string): string | null => current.get(mac)?.commandTopic ?? null,

    /** Returns whether we ended it: because of a later connection, an invalid key or a failure, or since we stop. */
    isEnded: (connection: Connection): boolean => isClosing || connection.isEnded,

    /** To be called before closing all connections, including those that devices are still opening. */
    willEndAll(): void {
      isClosing = true
    },

    /** Closes connections whose keys were revoked or replaced. */
    async checkKeys(): Promise<void> {
      isCheckDue = true
      checking ??= check().finally(() => {
        checking = null
      })
      await checking
    },

    /** Closes connections whose keys have expired. */
    endExpired(): void {
      for (const connection of current.values())
        if (connection.until !== null && connection.until <= now()) endRevoked(connection)
    },
  }
}
