import type { Device, DeviceState } from '@eot/contract/devices'
import type { LatestValues } from '@eot/contract/sensors'
import { defaultReportInterval } from '@eot/contract/settings'
import { deviceStatus, type SensorKey, sensorKeys } from '@eot/contract/vocabulary'
import { mayBeOfEvent } from '../ingest/index.ts'
import type { Reporter } from '../readings/index.ts'
import type { DeviceRow, deviceQueries, SiteDeviceRow } from './devices.queries.ts'

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

type LatestRow = Awaited<ReturnType<ReturnType<typeof deviceQueries>['listLatest']>>[number]

const reportSeconds = ({ reportInterval, reportedInterval }: LatestRow) =>
  reportInterval ?? reportedInterval ?? defaultReportInterval

const sentKeys = (row: LatestRow, keys: readonly SensorKey[]) =>
  keys.filter((key) => typeof row[key] === 'number')

/**
 * Returns which of these kinds a device has sent and should still be sending. Kinds whose newest value may come from an event are
 * left out: a working device may not send them again for weeks.
 */
export const expectedKeys = (
  latest: { readonly [Key in SensorKey]?: number | null },
  keys: readonly SensorKey[],
): SensorKey[] =>
  keys.filter((key) => {
    const value = latest[key]
    return typeof value === 'number' && !mayBeOfEvent(key, value)
  })

/** Returns what is needed to find which of these kinds a device has stopped sending. */
export const reporterOf = (row: LatestRow, keys: readonly SensorKey[]): Reporter => ({
  no: row.no,
  latestAt: row.latestAt,
  interval: reportSeconds(row) * 1000,
  sensors: expectedKeys(row, keys),
})

/** Converts a device with its newest value of each of these kinds that it has ever sent. */
export const latestValuesToWire = (
  row: LatestRow,
  keys: readonly SensorKey[],
  silent: readonly SensorKey[] = [],
): LatestValues => ({
  ...deviceStateToWire(row),
  ReportInterval: reportSeconds(row),
  LatestAt: row.latestAt?.toISOString() ?? null,
  Latest: Object.fromEntries(sentKeys(row, keys).map((key) => [key, row[key] as number])), // `sentKeys` are numbers
  ...(silent.length > 0 && { Silent: [...silent] }),
})

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
