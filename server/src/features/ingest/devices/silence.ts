import type { DeviceEntry } from './device-entry.ts'
import type { DeviceRuntime } from './device-runtime.ts'

const defaultIntervalSeconds = 60
/** A device counts as offline once it has missed this many reports, but never before the minimum silence. */
const missedReports = 3
const leastSilenceSeconds = 300

/** Time between two reports in ms: as configured in the portal, else as reported by the device, else the default. */
export function intervalMs({ reportInterval }: DeviceEntry, { reportedInterval }: DeviceRuntime): number {
  return (reportInterval ?? reportedInterval ?? defaultIntervalSeconds) * 1000
}

/** Silence in ms after which a device counts as offline. */
export function offlineAfterMs(device: DeviceEntry, runtime: DeviceRuntime): number {
  return Math.max(missedReports * intervalMs(device, runtime), leastSilenceSeconds * 1000)
}

/** The same as an SQL interval, for a device `d` with its state `s`. */
export const offlineAfterSql = `interval '1 second' * greatest(${leastSilenceSeconds}, ${missedReports} *
  coalesce((d.settings ->> 'ReportInterval')::int, s.reported_interval, ${defaultIntervalSeconds}))`
