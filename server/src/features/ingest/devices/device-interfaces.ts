import type { InterfaceType } from '@eot/contract/devices'
import type pg from 'pg'
import type { Log } from '../../../platform/log.ts'
import type { DeviceEntry } from './device-entry.ts'
import { type Connected, keepInterfaces } from './device-interfaces.queries.ts'

/** Contacts from the same address are written again only after this long, since most devices report every minute. */
const writeEveryMs = 600_000

export type DeviceInterfaces = ReturnType<typeof createDeviceInterfaces>

/**
 * Keeps how and from where devices connect. Written in batches separately from the readings, and not retried, since it is only
 * informative.
 */
export function createDeviceInterfaces(pool: pg.Pool, now: () => number, log: Log) {
  const noted = new WeakMap<DeviceEntry, Map<InterfaceType, Connected>>()
  let waiting: Connected[] = []
  let writing: Promise<void> | null = null

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      try {
        await keepInterfaces(pool, batch)
      } catch (error) {
        log.debug({ err: error }, 'failed to store how devices have connected')
      }
    }
  }

  return {
    /** Records a connection of the device; `ip` is null if its address is unknown, as behind an external broker. */
    note(device: DeviceEntry, type: InterfaceType, ip: string | null): void {
      const known = noted.get(device) ?? new Map<InterfaceType, Connected>()
      const last = known.get(type)
      const at = now()
      if (last?.deviceNo === device.no && last.ip === ip && Math.abs(at - last.at) < writeEveryMs) return
      const connected = { deviceNo: device.no, type, ip, at }
      noted.set(device, known.set(type, connected))
      waiting.push(connected)
      writing ??= writeAll().finally(() => {
        writing = null
      })
    },

    async close(): Promise<void> {
      await writing
    },
  }
}
