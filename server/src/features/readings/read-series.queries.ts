import type { Interval, Point } from '@eot/contract/sensors'
import { maxPoints } from '@eot/contract/sensors'
import type { SensorKey } from '@eot/contract/vocabulary'
import type { Execute } from '../../platform/db/execute.queries.ts'
import type { Level } from './level.ts'
import { openStarts } from './open-starts.ts'
import { listReadings, type TimedColumns } from './readings-of-device.queries.ts'
import { listStoredParts, type Range, type SeriesDevice } from './series.queries.ts'
import { type Part, toPoints } from './series.ts'
import { chooseInterval, intervalStart, levelOf } from './series-interval.ts'

const defaultReportMs = 60_000
/** No sensor sends more readings than this in one open minute. */
const mostInMinute = 100_000

/**
 * Reads the values of one device for each key, and returns them with the interval they were read at. Reads the device's
 * readings in several statements: outside of a snapshot, readings that arrive in between may count twice.
 */
export async function readSeries(
  execute: Execute,
  device: SeriesDevice,
  range: Range,
  keys: readonly SensorKey[],
  wished: Interval | undefined,
  timeZone: string,
): Promise<{ interval: Interval; points: Point[][] }> {
  const reportMs = device.report_seconds ? device.report_seconds * 1000 : defaultReportMs
  const length = range.to - range.from
  const interval = chooseInterval(length, wished, reportMs)
  if (interval === 'Raw') {
    const readings = await listReadings(execute, device.no, range, keys, maxPoints + 1)
    if (readings.times.length <= maxPoints)
      return { interval, points: keys.map((_, index) => rawPoints(readings, index)) }
    return readSeries(execute, device, range, keys, chooseInterval(length, 'OneMinute', reportMs), timeZone)
  }
  const from = intervalStart(interval, range.from, timeZone)
  const parts = await readParts(execute, levelOf(interval), device, { from, to: range.to }, keys)
  const groupOf = (start: number) => intervalStart(interval, start, timeZone)
  return { interval, points: parts.map((ofKey) => toPoints(ofKey, groupOf)) }
}

function rawPoints({ times, columns }: TimedColumns, index: number): Point[] {
  const points: Point[] = []
  columns[index]?.forEach((value, place) => {
    if (!Number.isNaN(value)) points.push([times[place] ?? 0, value, value, value, 1])
  })
  return points
}

/** Reads the stored buckets of a level, followed by the readings of the device's open bucket. */
async function readParts(
  execute: Execute,
  level: Level,
  device: SeriesDevice,
  range: Range,
  keys: readonly SensorKey[],
): Promise<Part[][]> {
  const stored = await listStoredParts(execute, level, device.no, range, keys)
  const openFrom = openStarts(device)?.[level]
  if (openFrom === undefined || openFrom >= range.to) return stored
  if (device.latest_at && device.latest_at.getTime() < range.from) return stored
  const open = await readOpen(
    execute,
    level,
    device,
    { from: Math.max(openFrom, range.from), to: range.to },
    keys,
  )
  // After a change of the zone, late readings are stored in buckets that begin with the open one.
  return stored.map((parts, index) => [
    ...parts.filter(({ start }) => start < openFrom),
    ...(open[index] ?? []).map((part) => ({ ...part, start: openFrom })),
  ])
}

async function readOpen(
  execute: Execute,
  level: Level,
  device: SeriesDevice,
  range: Range,
  keys: readonly SensorKey[],
): Promise<Part[][]> {
  if (level === 'hour') return readParts(execute, 'minute', device, range, keys)
  if (level === 'day') return readParts(execute, 'hour', device, range, keys)
  const readings = await listReadings(execute, device.no, range, keys, mostInMinute)
  return keys.map((_, index) =>
    rawPoints(readings, index).map(([start, sum, min, max, count]) => ({ start, sum, min, max, count })),
  )
}
