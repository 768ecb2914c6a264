import type { LatestValues } from '@eot/contract/sensors'
import { defaultReportInterval } from '@eot/contract/settings'
import { type SensorKey, sensorKeys } from '@eot/contract/vocabulary'
import { keepJson } from '../../platform/http/json-bytes.ts'
import { oncePer } from '../../platform/once-per.ts'
import { mayBeOfEvent } from '../ingest/index.ts'
import type { Reporter } from '../readings/index.ts'
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

/** Returns what is needed to find which kinds a device has stopped sending. */
export const reporterOf = oncePer(
  (row: LatestRow): Reporter => ({
    no: row.no,
    latestAt: row.latestAt,
    interval: reportSeconds(row) * 1000,
    sensors: expectedKeys(row, sentKeys(row)),
  }),
)

const withoutSilent = oncePer(
  (row: LatestRow): LatestValues =>
    keepJson({
      ...deviceStateToWire(row),
      ReportInterval: reportSeconds(row),
      LatestAt: row.latestAt?.toISOString() ?? null,
      Latest: Object.fromEntries(sentKeys(row).map((key) => [key, row[key] as number])), // `sentKeys` are numbers
    }),
)

/** Converts a device with its newest values. `silent` are the kinds that it no longer sends. */
export const latestValuesToWire = (row: LatestRow, silent: readonly SensorKey[] = []): LatestValues =>
  silent.length > 0 ? { ...withoutSilent(row), Silent: [...silent] } : withoutSilent(row)
