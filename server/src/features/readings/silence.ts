const defaultIntervalSeconds = 60
/** A device counts as offline once it has missed this many reports, but never before the minimum silence. */
const missedReports = 3
const leastSilenceSeconds = 300

/**
 * Returns the time between two reports in ms: as configured in the portal, else as reported by the device, else the default.
 */
export function intervalMs(configuredSeconds: number | null, reportedSeconds: number | null): number {
  return (configuredSeconds ?? reportedSeconds ?? defaultIntervalSeconds) * 1000
}

/** Returns the silence in ms after which a device with this interval counts as offline. */
export function offlineAfterMs(interval: number): number {
  return Math.max(missedReports * interval, leastSilenceSeconds * 1000)
}

/** The same as an SQL interval, for a device `d` with its state `s`. */
export const offlineAfterSql = `interval '1 second' * greatest(${leastSilenceSeconds}, ${missedReports} *
  coalesce((d.settings ->> 'ReportInterval')::int, s.reported_interval, ${defaultIntervalSeconds}))`
