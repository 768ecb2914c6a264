import type { LatestValues } from '@eot/contract/sensors'
import { defaultReportInterval } from '@eot/contract/settings'
import { type SensorKey, sensorKeys } from '@eot/contract/vocabulary'
import { keepJson } from '../../platform/http/json-bytes.ts'
import { mayBeOfEvent } from '../ingest/index.ts'
import type { ListedDevice, Reporter } from '../readings/index.ts'
import { deviceStateToWire } from './devices.wire.ts'
import type { LatestRow } from './latest-values.queries.ts'

const reportSeconds = ({ reportInterval, reportedInterval }: LatestRow) =>
  reportInterval ?? reportedInterval ?? defaultReportInterval

/** The kinds that a device has ever sent, among those that were read. */
const sentKeys = (row: LatestRow) => sensorKeys.filter((key) => typeof row[key] === 'number')

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

/** A device with its newest values, and what is computed from them for each request. */
export interface LatestDevice extends ListedDevice {
  row: LatestRow
  /** Used to find out which kinds the device has stopped sending. */
  reporter: Reporter
  wire: LatestValues
}

/** Converts a device with its newest values. `former` is the device before it sent them. */
export function latestDeviceOf(row: LatestRow, former?: LatestDevice): LatestDevice {
  const { no, version, expiresAt, latestAt } = row
  const [sent, seconds] = [sentKeys(row), reportSeconds(row)]
  return {
    no,
    version,
    expiresAt,
    row,
    reporter: {
      no,
      latestAt,
      interval: seconds * 1000,
      sensors: expectedKeys(row, sent),
      checked: former?.reporter.checked,
    },
    wire: keepJson({
      ...deviceStateToWire(row),
      ReportInterval: seconds,
      LatestAt: latestAt?.toISOString() ?? null,
      Latest: Object.fromEntries(sent.map((key) => [key, row[key] as number])), // `sentKeys` are numbers
    }),
  }
}
