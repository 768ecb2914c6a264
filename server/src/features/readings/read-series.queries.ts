import type { Interval, Point } from '@eot/contract/sensors'
import { maxPoints } from '@eot/contract/sensors'
import type { SensorKey } from '@eot/contract/vocabulary'
import type { Execute } from '../../platform/db/execute.queries.ts'
import { readSeriesOfEach } from './read-site-series.queries.ts'
import { listReadings, type TimedColumns } from './readings-of-device.queries.ts'
import type { Range, SeriesDevice } from './series.queries.ts'
import { chooseInterval, fittingInterval, intervalLengthMs } from './series-interval.ts'

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
  return { interval, points: points[0] ?? [] }
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
): Promise<{ interval: Interval; points: Point[][][] }> {
  const length = range.to - range.from
  if (devices.every((device) => chooseInterval(length, wished, reportMsOf(device)) === 'Raw')) {
    const points = await readRaw(execute, devices, range, keys)
    if (points) return { interval: 'Raw', points }
  }
  const finest = wished === undefined || wished === 'Raw' ? 'OneMinute' : wished
  const interval = fittingInterval({ from: 0, to: length }, finest, maxPoints)
  const perDevice = (keys.length * length) / intervalLengthMs(interval)
  const atOnce = Math.max(1, Math.floor(mostTogether / perDevice))
  const points: Point[][][] = []
  for (let from = 0; from < devices.length; from += atOnce) {
    const some = devices.slice(from, from + atOnce)
    points.push(...(await readSeriesOfEach(execute, some, { range, keys, interval, timeZone })))
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
): Promise<Point[][][] | undefined> {
  const points: Point[][][] = []
  for (const { no } of devices) {
    const readings = await listReadings(execute, no, range, keys, maxPoints + 1)
    if (readings.times.length > maxPoints) return undefined
    points.push(keys.map((_, index) => rawPoints(readings, index)))
  }
  return points
}

function rawPoints({ times, columns }: TimedColumns, index: number): Point[] {
  const points: Point[] = []
  columns[index]?.forEach((value, place) => {
    if (!Number.isNaN(value)) points.push([times[place] ?? 0, value, value, value, 1])
  })
  return points
}
