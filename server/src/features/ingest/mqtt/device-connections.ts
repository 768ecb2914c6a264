import type { Client } from 'aedes'
import type { Log } from '../../../platform/log.ts'
import type { DeviceDirectory } from '../devices/device-directory.ts'
import { type DeviceEntry, type DeviceKey, validKey } from '../devices/device-entry.ts'

interface Connection {
  client: Client
  device: DeviceEntry
  /** Hash of the key it was opened with, and when that key expires in epoch ms; null until it is replaced. */
  keyHash: Buffer
  until: number | null
  /** The topic of its commands, in the notation in which it has subscribed; null: it has not. */
  commandTopic: string | null
}

export type DeviceConnections = ReturnType<typeof createDeviceConnections>

/** The MQTT connections of devices: one per device, each for as long as its key is valid. */
export function createDeviceConnections(directory: DeviceDirectory, now: () => number, log: Log) {
  const devices = new WeakMap<Client, DeviceEntry>()
  const current = new Map<string, Connection>()
  /** Connections ended by us; anything they still deliver, such as a last will, is ignored. */
  const ended = new WeakSet<Client>()
  /** When each of them was last heard. */
  const heard = new WeakMap<Client, number>()
  let isClosing = false
  let opened = 0
  let checking: Promise<void> | null = null
  let isCheckDue = false

  function remove(client: Client, { mac }: DeviceEntry): void {
    if (current.get(mac)?.client === client) current.delete(mac)
  }

  function end({ client, device }: Connection): void {
    ended.add(client)
    remove(client, device)
    client.conn.destroy()
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
      devices.set(client, device)
      heard.set(client, now())
      current.set(device.mac, { client, device, keyHash: key.hash, until: key.until, commandTopic: null })
      client.conn.once('close', () => remove(client, device))
    },

    /** Records the time of a packet from the device. */
    hears: (client: Client): void => void heard.set(client, now()),

    /** Returns when the device was last heard on this connection, in epoch ms. */
    heardAt: (client: Client): number | undefined => heard.get(client),

    /** Records that the device has subscribed to its commands on this topic. */
    listens(client: Client, commandTopic: string): void {
      const connection = current.get(devices.get(client)?.mac ?? '')
      if (connection?.client === client) connection.commandTopic = commandTopic
    },

    /** Returns the topic on which this device waits for commands; null if it is not connected or not subscribed. */
    commandTopicOf: (mac: string): string | null => current.get(mac)?.commandTopic ?? null,

    deviceOf: (client: Client): DeviceEntry | undefined => devices.get(client),

    /** Returns whether we ended it: because of a later connection, an invalid key or a failure, or since we stop. */
    isEnded: (client: Client): boolean => isClosing || ended.has(client),

    /** To be called before closing a connection because a message of its device could not be stored. */
    willEnd: (client: Client): void => void ended.add(client),

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
