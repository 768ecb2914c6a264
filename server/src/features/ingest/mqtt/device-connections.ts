import type { Client } from 'aedes'
import type { Log } from '../../../platform/log.ts'
import type { DeviceDirectory } from '../devices/device-directory.ts'
import { type DeviceEntry, type DeviceKey, validKey } from '../devices/device-entry.ts'

interface Connection {
  client: Client
  device: DeviceEntry
  /** Hash of the key it was opened with, and until when that counts, epoch ms; null: until it is replaced. */
  keyHash: Buffer
  until: number | null
}

export type DeviceConnections = ReturnType<typeof createDeviceConnections>

/** The MQTT connections of devices: one a device, each for as long as the key it was opened with is valid. */
export function createDeviceConnections(directory: DeviceDirectory, now: () => number, log: Log) {
  const devices = new WeakMap<Client, DeviceEntry>()
  const current = new Map<string, Connection>()
  /** Ended by us: what they still have to say, such as a last will, does not count. */
  const ended = new WeakSet<Client>()
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
    log.info({ mac: connection.device.mac }, 'a connection ended, since its key is not valid any more')
    end(connection)
  }

  return {
    /** Makes this the connection of its device, under an id of ours whatever the client says; an earlier one ends. */
    add(client: Client, device: DeviceEntry, key: DeviceKey): void {
      const earlier = current.get(device.mac)
      if (earlier) {
        log.info({ mac: device.mac }, 'a device connected anew; its earlier connection ends')
        end(earlier)
      }
      opened += 1
      client.id = `${device.mac}/${opened}`
      devices.set(client, device)
      current.set(device.mac, { client, device, keyHash: key.hash, until: key.until })
      client.conn.once('close', () => remove(client, device))
    },

    deviceOf: (client: Client): DeviceEntry | undefined => devices.get(client),

    /** Whether we ended it, because of a later one or of its key. */
    isEnded: (client: Client): boolean => ended.has(client),

    /** Ends the connections whose keys were revoked or replaced. */
    async checkKeys(): Promise<void> {
      isCheckDue = true
      checking ??= check().finally(() => {
        checking = null
      })
      await checking
    },

    /** Ends the connections of keys that were valid until now. */
    endExpired(): void {
      for (const connection of current.values())
        if (connection.until !== null && connection.until <= now()) endRevoked(connection)
    },
  }
}
