import { listOf, type PointColumns } from '@eot/contract/columnar-series'
import type { Interval, Point } from '@eot/contract/sensors'
import type { SensorKey } from '@eot/contract/vocabulary'
import type { Execute } from '../../platform/db/execute.queries.ts'
import { readPartsOfMany } from './parts-of-many.queries.ts'
import { type PointCells, pointsOfCells } from './point-cells.ts'
import { PointGrid } from './point-grid.ts'
import { cacheableOf, readCachedSeries } from './read-cached-series.queries.ts'
import { placesOf, stepsOf } from './read-steps.ts'
import type { Range, SeriesDevice } from './series.queries.ts'
import type { SeriesCache } from './series-cache.ts'
import { intervalStart, levelOf } from './series-interval.ts'
import { findWholeDays } from './whole-days.queries.ts'

interface Wanted {
  /** Epoch ms, [from, to). */
  range: Range
  keys: readonly SensorKey[]
  interval: Exclude<Interval, 'Raw'>
  /** The zone in whose local time intervals begin. */
  timeZone: string
}

/** Reads one series for each key, with the values of all devices combined. Must run in a repeatable-read transaction. */
export async function readMergedSeries(
  execute: Execute,
  devices: readonly SeriesDevice[],
  wanted: Wanted,
): Promise<Point[][]> {
  const grid = await fillGrid(execute, devices, wanted, true)
  return wanted.keys.flatMap((_, index) => grid.points(index).map(listOf))
}

/** Reads the same points as `readColumnsOfEach`, as lists. */
export async function readSeriesOfEach(
  execute: Execute,
  devices: readonly SeriesDevice[],
  wanted: Wanted,
): Promise<Point[][][]> {
  const read = await readColumnsOfEach(execute, devices, wanted)
  return read.map((ofDevice) => ofDevice.map(listOf))
}

/**
 * Reads one series for each device and key. Must run in a repeatable-read transaction. If a cache is given, `devices` must have been
 * read in the same transaction. `devices` must not contain a device twice.
 */
export async function readColumnsOfEach(
  execute: Execute,
  devices: readonly SeriesDevice[],
  wanted: Wanted,
  cache?: SeriesCache,
): Promise<PointColumns<Point>[][]> {
  if (cache) return readThrough(cache, execute, devices, wanted)
  const grid = await fillGrid(execute, devices, wanted, false)
  const ofKeys = wanted.keys.map((_, index) => grid.points(index))
  return devices.map((_, place) => ofKeys.map((points) => points[place] as PointColumns<Point>)) // one for each device
}

async function readThrough(
  cache: SeriesCache,
  execute: Execute,
  devices: readonly SeriesDevice[],
  wanted: Wanted,
): Promise<PointColumns<Point>[][]> {
  const { range, interval, timeZone } = wanted
  const from = intervalStart(interval, range.from, timeZone)
  const whole = { ...wanted, range: { from, to: range.to } }
  const cacheable = await cacheableOf(execute, cache, devices, whole)
  const read = await readCachedSeries(execute, cache, cacheable, whole)
  const pointStart = remembered((start) => intervalStart(interval, start, timeZone))
  const known = read.map((ofDevice) =>
    ofDevice.map((cells) => knownPoints(cells, { from, timeZone }, pointStart)),
  )
  if (cacheable.length === devices.length) return known
  const points = new Map(cacheable.map(({ no }, place) => [no, known[place]]))
  const others = devices.filter(({ no }) => !points.has(no))
  const ofOthers = await readColumnsOfEach(execute, others, wanted)
  for (const [place, { no }] of others.entries()) points.set(no, ofOthers[place])
  return devices.map(({ no }) => points.get(no) ?? [])
}

interface Shown {
  from: number
  timeZone: string
}

/** The points last computed from an array of cells. Such an array never changes; new readings create a new one. */
const lastPoints = new WeakMap<PointCells, Shown & { points: PointColumns<Point> }>()

/** Returns the points of the last request if they still apply, since the JSON of its points is cached too. */
function knownPoints(
  cells: PointCells,
  shown: Shown,
  pointStart: (start: number) => number,
): PointColumns<Point> {
  const last = lastPoints.get(cells)
  if (last?.from === shown.from && last.timeZone === shown.timeZone) return last.points
  const points = pointsOfCells(cells, shown.from, pointStart)
  lastPoints.set(cells, { ...shown, points })
  return points
}

function remembered(compute: (at: number) => number): (at: number) => number {
  const known = new Map<number, number>()
  return (at) => {
    const result = known.get(at) ?? compute(at)
    known.set(at, result)
    return result
  }
}

/** Adds up the stored buckets, and the data of each device's open bucket. */
async function fillGrid(
  execute: Execute,
  devices: readonly SeriesDevice[],
  { range, keys, interval, timeZone }: Wanted,
  isMerged: boolean,
): Promise<PointGrid> {
  const from = intervalStart(interval, range.from, timeZone)
  const whole = { from, to: range.to }
  // Days are stored too, which is 24 times less to read, unless they begin at other times than the requested ones.
  const isByDay = interval === 'OneDay' ? await findWholeDays(execute, devices, whole, timeZone) : () => false
  const steps = [...Map.groupBy(devices, isByDay)].flatMap(([isOfDays, some]) =>
    stepsOf(isOfDays ? 'day' : levelOf(interval), some, whole),
  )
  const seriesOf = isMerged ? () => 0 : placesOf(devices)
  const size = { keyCount: keys.length, seriesCount: isMerged ? 1 : devices.length }
  const grid = new PointGrid(size, (start) => intervalStart(interval, start, timeZone))
  for (const { level, sources } of steps) {
    const wanted = { sources, to: range.to, isMerged }
    await readPartsOfMany(execute, level, wanted, keys, (index, rows, buckets) =>
      grid.add(index, rows, buckets, seriesOf),
    )
  }
  return grid
}
