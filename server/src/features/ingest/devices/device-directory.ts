import { createHash } from 'node:crypto'
import type pg from 'pg'
import { gatherReads } from '../../../platform/gather-reads.ts'
import { listCatalog } from './device-directory.queries.ts'
import { type DeviceEntry, sharedByDevices, toEntry } from './device-entry.ts'

const mostUnknown = 100_000

export type DeviceDirectory = ReturnType<typeof createDeviceDirectory>

/**
 * Devices as ingestion needs them, cached in memory. After `forget` the next lookup reads the catalog again; a device's
 * runtime state survives that.
 */
export function createDeviceDirectory(pool: pg.Pool) {
  const byMac = new Map<string, DeviceEntry>()
  const byNo = new Map<number, DeviceEntry>()
  const byId = new Map<string, DeviceEntry>()
  let fresh = new WeakSet<DeviceEntry>()
  let shared = sharedByDevices()
  /** Addresses looked up in vain since the last catalog change, so that floods of unknown addresses cost no queries. */
  let unknown = new Set<string>()
  /** Version of the catalog. A lookup started in an earlier version may return outdated rows. */
  let edition = 0
  const keyListeners = new Set<() => void>()

  async function read(by: Parameters<typeof listCatalog>[1]): Promise<DeviceEntry[]> {
    const asked = edition
    const rows = await listCatalog(pool, by)
    const isCurrent = asked === edition
    return rows.map((row) => {
      const known = byId.get(row.id)
      if (known && fresh.has(known) && !isCurrent) return known
      // The device has moved to another customer.
      if (known && known.no !== row.no) byNo.delete(known.no)
      const entry = toEntry(row, shared)
      const { runtime, credit, waiting, lastArrival } = known ?? entry
      const kept = known ? Object.assign(known, { ...entry, runtime, credit, waiting, lastArrival }) : entry
      byNo.set(kept.no, kept)
      byMac.set(kept.mac, kept)
      byId.set(kept.id, kept)
      if (isCurrent) fresh.add(kept)
      return kept
    })
  }

  async function readMacs(macs: string[]): Promise<DeviceEntry[]> {
    const asked = edition
    const entries = await read({ macs })
    const found = new Set(entries.map((entry) => entry.mac))
    const missing = asked === edition ? macs.filter((mac) => !found.has(mac)) : []
    for (const mac of missing) if (unknown.size < mostUnknown) unknown.add(mac)
    return entries
  }

  /** Lets the checks of devices that connect at the same time share queries. */
  const gatherMacs = () =>
    gatherReads(async (macs: string[]) => new Map((await readMacs(macs)).map((entry) => [entry.mac, entry])))
  let readMac = gatherMacs()

  const usable = (entry: DeviceEntry | undefined) => (entry && fresh.has(entry) ? entry : undefined)

  /** Call when the catalog has changed: the next lookups read it again. */
  function forget(): void {
    edition += 1
    fresh = new WeakSet()
    shared = sharedByDevices()
    unknown = new Set()
    // Queries in progress may return outdated rows.
    readMac = gatherMacs()
  }

  return {
    /** Returns whether the cached device is up to date. If not, look it up again. */
    isFresh: (device: DeviceEntry): boolean => fresh.has(device),

    async findByMac(mac: string): Promise<DeviceEntry | undefined> {
      const known = usable(byMac.get(mac))
      if (known || unknown.has(mac)) return known
      return readMac(mac)
    },

    /** Finds the devices that exist among these addresses, with at most one query. */
    async findByMacs(macs: string[]): Promise<Map<string, DeviceEntry>> {
      const found = new Map(
        macs.flatMap((mac) => usable(byMac.get(mac)) ?? []).map((entry) => [entry.mac, entry]),
      )
      const missing = macs.filter((mac) => !found.has(mac) && !unknown.has(mac))
      // Both cached and newly read entries count, even if the catalog changes in the meantime.
      if (missing.length > 0) for (const entry of await readMacs(missing)) found.set(entry.mac, entry)
      return found
    },

    /** Finds the devices that exist among these numbers, with at most one query. */
    async findByNos(numbers: readonly number[]): Promise<Map<number, DeviceEntry>> {
      const found = new Map(
        numbers.flatMap((no) => usable(byNo.get(no)) ?? []).map((entry) => [entry.no, entry]),
      )
      const missing = numbers.filter((no) => !found.has(no))
      if (missing.length > 0) for (const entry of await read({ numbers: missing })) found.set(entry.no, entry)
      return found
    },

    async findById(id: string): Promise<DeviceEntry | undefined> {
      return usable(byId.get(id)) ?? (await read({ ids: [id] }))[0]
    },

    /** Reads devices again, in place. Returns those that no longer exist. */
    async refresh(devices: readonly DeviceEntry[]): Promise<ReadonlySet<DeviceEntry>> {
      const found = new Set(await read({ ids: devices.map(({ id }) => id) }))
      const gone = new Set(devices.filter((device) => !found.has(device)))
      for (const { no, mac, id } of gone) {
        byNo.delete(no)
        if (byMac.get(mac)?.no === no) byMac.delete(mac)
        byId.delete(id)
      }
      return gone
    },

    forget,

    /** Call when device keys have changed: also notifies the holders of open connections. */
    forgetKeys(): void {
      forget()
      for (const listener of keyListeners) listener()
    },

    /** Calls the listener after each key change. Returns a function that removes it. */
    onKeyChange(listener: () => void): () => void {
      keyListeners.add(listener)
      return () => void keyListeners.delete(listener)
    },
  }
}

export function hashSecret(secret: string | Buffer): Buffer {
  return createHash('sha256').update(secret).digest()
}
