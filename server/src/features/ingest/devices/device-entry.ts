import { timingSafeEqual } from 'node:crypto'
import type { DeviceSettings, RuleOverrides } from '@eot/contract/settings'
import { type AlertRule, alertRules } from '../../alerts/index.ts'
import type { DeviceRuntime } from './device-runtime.ts'

/** The SHA-256 hash of a key. For a replaced key, `until` is when it expires, in epoch ms. */
export interface DeviceKey {
  hash: Buffer
  until: number | null
}

/** A device as stored in the catalog, with everything ingestion needs from its model and site. */
export interface DeviceEntry {
  /** The key of its readings. It changes when the device moves to another customer. */
  no: number
  /** When it came to its customer, epoch ms; null: the device has never been elsewhere. */
  arrivedAt: number | null
  id: string
  mac: string
  name: string
  /** Empty if revoked. */
  keys: DeviceKey[]
  siteId: string | null
  siteName: string
  /** Ids from the root down, each followed by a slash; empty in the inventory. */
  sitePath: string
  sitePathNames: { Id: string; Name: string }[]
  timeZone: string
  /** Whether its readings raise alerts: claimed, active like its site, not returned and not expired. */
  isAlerting: boolean
  isExpired: boolean
  rules: AlertRule[]
  /** Configured seconds between two reports; null if the device decides. */
  reportInterval: number | null
  /** null until its state is loaded, and again after a failed write. */
  runtime: DeviceRuntime | null
  /** Messages it may still send, and when that number was computed. */
  credit: { tokens: number; at: number } | null
  /** Settles when the last of its messages that have to wait may be stored; null: none is waiting. */
  waiting: Promise<void> | null
  /** The last time given to a sample without one, and the time on the clock then; null: it has sent none since the start. */
  lastArrival: { at: number; clock: number } | null
}

export interface CatalogRow {
  no: number
  arrived_at: Date | null
  id: string
  mac: string
  name: string
  key_hash: Buffer | null
  /** Former keys, and their expirations in the same order. */
  former_key_hashes: Buffer[]
  former_keys_until: Date[]
  site_id: string | null
  site_name: string | null
  site_path: string | null
  site_names: { Id: string; Name: string }[] | null
  site_rules: (RuleOverrides | null)[] | null
  time_zone: string | null
  is_active: boolean
  sites_active: boolean | null
  is_returned: boolean
  is_expired: boolean
  settings: DeviceSettings
  model_rules: RuleOverrides | null
  kinds: string[]
}

/** What many devices have in common, kept in memory once. */
export const sharedByDevices = () => ({
  site: keepOne<ReturnType<typeof siteOf>>(),
  rules: keepOne<AlertRule[]>(),
})

type SharedByDevices = ReturnType<typeof sharedByDevices>

/** Returns a function that makes the value of a key once, and returns that one from then on. */
function keepOne<Value>() {
  const known = new Map<string, Value>()
  return (key: string, make: () => Value): Value => {
    const value = known.get(key) ?? make()
    known.set(key, value)
    return value
  }
}

export function toEntry(row: CatalogRow, shared: SharedByDevices): DeviceEntry {
  const layers = {
    model: row.model_rules ?? {},
    sites: (row.site_rules ?? []).map((rules) => rules ?? {}),
    device: row.settings.Rules ?? {},
    kinds: row.kinds,
  }
  return {
    no: row.no,
    arrivedAt: row.arrived_at?.getTime() ?? null,
    id: row.id,
    mac: row.mac,
    name: row.name,
    keys: keysOf(row),
    ...shared.site(
      JSON.stringify([row.site_id, row.site_name, row.site_path, row.site_names, row.time_zone]),
      () => siteOf(row),
    ),
    isAlerting:
      row.site_id !== null &&
      row.is_active &&
      row.sites_active === true &&
      !row.is_returned &&
      !row.is_expired,
    isExpired: row.is_expired,
    rules: shared.rules(JSON.stringify(layers), () => alertRules(layers)),
    reportInterval: row.settings.ReportInterval ?? null,
    runtime: null,
    credit: null,
    waiting: null,
    lastArrival: null,
  }
}

const siteOf = (row: CatalogRow) => ({
  siteId: row.site_id,
  siteName: row.site_name ?? '',
  sitePath: row.site_path ?? '',
  sitePathNames: row.site_names ?? [],
  timeZone: row.time_zone ?? 'UTC',
})

function keysOf(row: CatalogRow): DeviceKey[] {
  const former = row.former_key_hashes.map((hash, at) => ({
    hash,
    until: row.former_keys_until[at]?.getTime() ?? 0,
  }))
  return row.key_hash ? [{ hash: row.key_hash, until: null }, ...former] : former
}

/** Returns the device's key with this hash, if it is valid at `now` (epoch ms). */
export function validKey({ keys }: DeviceEntry, hash: Buffer, now: number): DeviceKey | undefined {
  return keys.find((key) => timingSafeEqual(key.hash, hash) && (key.until === null || key.until > now))
}

export function runtimeOf(device: DeviceEntry): DeviceRuntime {
  if (!device.runtime) throw new Error(`device ${device.no} was evaluated before its state was loaded`)
  return device.runtime
}
