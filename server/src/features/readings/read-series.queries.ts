import type { Interval, Point } from '@eot/contract/sensors'
import { maxPoints } from '@eot/contract/sensors'
import type { SensorKey } from '@eot/contract/vocabulary'
import type { Execute } from '../../platform/db/execute.queries.ts'
import { readSeriesOfEach } from './read-site-series.queries.ts'
import { listReadings, type TimedColumns } from './readings-of-device.queries.ts'
import type { Range, SeriesDevice } from './series.queries.ts'
import { chooseInterval } from './series-interval.ts'

const defaultReportMs = 60_000

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
  const [points = []] = await readSeriesOfEach(execute, [device], { range, keys, interval, timeZone })
  return { interval, points }
}

function rawPoints({ times, columns }: TimedColumns, index: number): Point[] {
  const points: Point[] = []
  columns[index]?.forEach((value, place) => {
    if (!Number.isNaN(value)) points.push([times[place] ?? 0, value, value, value, 1])
  })
  return points
}
