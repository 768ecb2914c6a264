import type { Device, DeviceState } from '@eot/contract/devices'
import { deviceStatus, type SensorKey, sensorKeys } from '@eot/contract/vocabulary'
import type { DeviceRow, SiteDeviceRow } from './devices.queries.ts'

interface StateRow {
  online: boolean | null
  migrating: boolean | null
  resetting: boolean | null
  failing: boolean | null
}

/** Returns the status. A device that has never reported has no state row: it counts as offline. */
const statusOf = (row: StateRow) =>
  deviceStatus({
    migrate: row.migrating ?? false,
    reset: row.resetting ?? false,
    error: row.failing ?? false,
    online: row.online ?? false,
  })

export function deviceToWire(row: DeviceRow): Device {
  return {
    Id: row.id,
    Name: row.name,
    Mac: row.mac,
    SiteId: row.siteId,
    Site: row.siteId !== null && row.siteName !== null ? { Id: row.siteId, Name: row.siteName } : null,
    Model: { Id: row.modelId, Name: row.modelName },
    IsActive: row.isActive,
    Settings: row.settings,
    Status: statusOf(row),
    LastSeenAt: row.lastSeenAt?.toISOString() ?? null,
    Firmware: row.firmware,
    Expiration: row.expiresAt?.toISOString() ?? null,
    RMA: row.isReturned,
    Unwatched: row.unwatched,
    Version: row.version,
  }
}

export function deviceStateToWire(row: SiteDeviceRow): DeviceState {
  return {
    Id: row.id,
    Name: row.name,
    Site: { Id: row.siteId, Name: row.siteName },
    Status: statusOf(row),
    LastSeenAt: row.lastSeenAt?.toISOString() ?? null,
    StatusSince: row.onlineChangedAt?.toISOString() ?? null,
    Unwatched: row.unwatched,
  }
}

/** Values by kind, without kinds that were never reported. */
export function latestToWire(
  columns: Record<Lowercase<SensorKey>, number | null> | undefined,
): Record<string, number> {
  if (!columns) return {}
  const byColumn = new Map<string, unknown>(Object.entries(columns))
  const values = sensorKeys.map((key) => [key, byColumn.get(key.toLowerCase())] as const)
  return Object.fromEntries(
    values.filter(
      (entry): entry is readonly [(typeof sensorKeys)[number], number] => typeof entry[1] === 'number',
    ),
  )
}
