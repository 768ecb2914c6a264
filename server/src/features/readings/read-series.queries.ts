import { listOf, PointColumns } from '@eot/contract/columnar-series'
import type { Interval, Point } from '@eot/contract/sensors'
import { maxPoints } from '@eot/contract/sensors'
import type { SensorKey } from '@eot/contract/vocabulary'
import type { Execute } from '../../platform/db/execute.queries.ts'
import { readColumnsOfEach } from './read-site-series.queries.ts'
import { listReadings, type TimedColumns } from './readings-of-device.queries.ts'
import type { Range, SeriesDevice } from './series.queries.ts'
import { chooseInterval, fittingInterval, intervalLengthMs } from './series-interval.ts'
import { recentCounts, recentTimes } from './shared-columns.ts'

const defaultReportMs = 60_000
/** The most points that are read by the same statements. */
const mostTogether = 100_000

/**
 * Reads the values of one device for each key, and returns them with their interval. Must run in a repeatable-read transaction
 * (`inSnapshot`): it sends several statements, and readings that are stored between two of them could be counted twice.
 */
export async function readSeries(
  execute: Execute,
  device: SeriesDevice,
  range: Range,
  keys: readonly SensorKey[],
  wished: Interval | undefined,
  timeZone: string,
): Promise<{ interval: Interval; points: Point[][] }> {
  const { interval, points } = await readSeriesOfDevices(execute, [device], { range, keys, wished, timeZone })
  return { interval, points: (points[0] ?? []).map(listOf) }
}

interface Wanted {
  /** Epoch ms, [from, to). */
  range: Range
  keys: readonly SensorKey[]
  wished: Interval | undefined
  timeZone: string
}

/**
 * Reads the values of each device for each key. All series get the same interval, which is fine enough for the chart and keeps even
 * the device with the most readings within 2,000 points. Must run in a repeatable-read transaction, like `readSeries`. `devices` must
 * not contain a device twice.
 */
export async function readSeriesOfDevices(
  execute: Execute,
  devices: readonly SeriesDevice[],
  { range, keys, wished, timeZone }: Wanted,
): Promise<{ interval: Interval; points: PointColumns<Point>[][] }> {
  const length = range.to - range.from
  if (devices.every((device) => chooseInterval(length, wished, reportMsOf(device)) === 'Raw')) {
    const points = await readRaw(execute, devices, range, keys)
    if (points) return { interval: 'Raw', points }
  }
  const finest = wished === undefined || wished === 'Raw' ? 'OneMinute' : wished
  const interval = fittingInterval({ from: 0, to: length }, finest, maxPoints)
  const perDevice = (keys.length * length) / intervalLengthMs(interval)
  const atOnce = Math.max(1, Math.floor(mostTogether / perDevice))
  const points: PointColumns<Point>[][] = []
  for (let from = 0; from < devices.length; from += atOnce) {
    const some = devices.slice(from, from + atOnce)
    points.push(...(await readColumnsOfEach(execute, some, { range, keys, interval, timeZone })))
  }
  return { interval, points }
}

const reportMsOf = ({ report_seconds }: SeriesDevice) =>
  report_seconds ? report_seconds * 1000 : defaultReportMs

/** Returns undefined if a device has more readings than a series may have points. */
async function readRaw(
  execute: Execute,
  devices: readonly SeriesDevice[],
  range: Range,
  keys: readonly SensorKey[],
): Promise<PointColumns<Point>[][] | undefined> {
  const points: PointColumns<Point>[][] = []
  for (const { no } of devices) {
    const readings = await listReadings(execute, no, range, keys, maxPoints + 1)
    if (readings.times.length > maxPoints) return undefined
    points.push(rawSeries(readings))
  }
  return points
}

/** Makes points of single readings. */
function rawSeries({ times, columns }: TimedColumns): PointColumns<Point>[] {
  return columns.map((column) => {
    const isWhole = !column.includes(Number.NaN)
    const values = present(column, column, isWhole)
    const ownTimes = recentTimes.shared(present(times, column, isWhole))
    const counts = recentCounts.shared(new Array<number>(values.length).fill(1))
    return new PointColumns<Point>([ownTimes, values, values, values, counts])
  })
}

/** Returns the numbers at the places where the column has a value. A loop is fastest, and a day of a device has 24,480 values. */
function present(numbers: Float64Array, column: Float64Array, isWhole: boolean): number[] {
  const list = new Array<number>(isWhole ? numbers.length : 0)
  for (let place = 0; place < numbers.length; place += 1) {
    const number = numbers[place] as number // within the bounds
    if (isWhole) list[place] = number
    else if (!Number.isNaN(column[place])) list.push(number)
  }
  return list
}
