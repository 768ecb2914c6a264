export { addBucket, addPartTo, addValues, type Bucket, isEmpty, newBucket, restart } from './bucket.ts'
export { bucketRows, encodeBucket } from './bucket-rows.queries.ts'
export { readChanges, stateVersion } from './changed-states.queries.ts'
export { lockChunks } from './chunks.queries.ts'
export { compactableMinutes, compactableReadings } from './compact-day.command.ts'
export { compactTable } from './compact-table.command.ts'
export { DeviceListCache, type ListedDevice } from './device-list-cache.ts'
export { type DeviceHour, noteDueHours } from './due-hours.queries.ts'
export { type DeviceHours, listHoursWithReadings } from './hours-with-readings.queries.ts'
export { mergeLateMinutes } from './late-minutes.queries.ts'
export type { Level } from './level.ts'
export { listPartsOfMany } from './list-parts.queries.ts'
export { listMinuteExtremes } from './minute-extremes.queries.ts'
export { listMinutesOf } from './minutes-of-ranges.queries.ts'
export { listNewReadings } from './new-readings.queries.ts'
export { type NewestReading, openStarts } from './open-starts.ts'
export { type PercentileTarget, readPercentiles, type SeriesPercentiles } from './read-percentiles.queries.ts'
export { readSeries, readSeriesOfDevices } from './read-series.queries.ts'
export { readColumnsOfEach, readMergedSeries, readSeriesOfEach } from './read-site-series.queries.ts'
export { findCompact, mayBeCompact } from './reading-chunks.queries.ts'
export { type DeviceTime, listReportIntervals, replaceReportIntervals } from './report-intervals.queries.ts'
export { intervalAt, type ReportIntervals, samplesDue } from './report-intervals.ts'
export { listSendersSince, type Sender } from './senders-since.queries.ts'
export {
  columnKeys,
  columnNames,
  findColumn,
  highs,
  kindCount,
  lows,
  namedValues,
  noValues,
  type Values,
} from './sensor-columns.ts'
export {
  type KnownSeriesDevice,
  listKnownSeriesDevices,
  listSeriesDevices,
  listSiteSeriesDevices,
  openBuckets,
  type Range,
  type SeriesDevice,
} from './series.queries.ts'
export { SeriesCache } from './series-cache.ts'
export { fittingInterval, intervalLengthMs, intervalStart, nextIntervalStart } from './series-interval.ts'
export { intervalMs, offlineAfterMs, offlineAfterSql } from './silence.ts'
export { listSilentSensors, type Reporter } from './silent-sensors.queries.ts'
export { mayOmitSingleMinutes } from './single-minutes.queries.ts'
export { listDevicesIn, type ReadingsOfRange, storeMinutesOf } from './store-minutes.queries.ts'
export {
  encodeReadings,
  findContradictions,
  insertBuckets,
  insertMissingReadings,
  insertNewReadings,
  mergeBuckets,
  prepareSession,
  readingRows,
} from './store-readings.queries.ts'
export { listStoredMinutes } from './stored-minutes.queries.ts'
export { listStoredSamples } from './stored-samples.queries.ts'
