import type { Interval, Point } from '@eot/contract/sensors'
import type { SensorKey } from '@eot/contract/vocabulary'
import type { Execute } from '../../platform/db/execute.queries.ts'
import type { Level } from './level.ts'
import { openStarts } from './open-starts.ts'
import { readPartsOfMany, type Source } from './parts-of-many.queries.ts'
import { PointGrid } from './point-grid.ts'
import type { Range, SeriesDevice } from './series.queries.ts'
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

/** Reads the values of several devices together, for each key. Needs a snapshot, like `readSeries`. */
export async function readMergedSeries(
  execute: Execute,
  devices: readonly SeriesDevice[],
  wanted: Wanted,
): Promise<Point[][]> {
  const grid = await fillGrid(execute, devices, wanted, true)
  return wanted.keys.flatMap((_, index) => grid.points(index))
}

/** Reads the values of each of several different devices, for each key. Needs a snapshot, like `readSeries`. */
export async function readSeriesOfEach(
  execute: Execute,
  devices: readonly SeriesDevice[],
  wanted: Wanted,
): Promise<Point[][][]> {
  const grid = await fillGrid(execute, devices, wanted, false)
  const ofKeys = wanted.keys.map((_, index) => grid.points(index))
  return devices.map((_, place) => ofKeys.map((points) => points[place] ?? []))
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
  const places = new Map(devices.map(({ no }, place) => [no, place]))
  const placeOf = (no: number) => {
    const place = places.get(no)
    if (place === undefined) throw new Error(`read values of device ${no}, which was not requested`)
    return place
  }
  const seriesOf = isMerged ? () => 0 : placeOf
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

interface Step {
  level: Level | 'reading'
  sources: Source[]
}

const finer: Record<Level, Level | 'reading'> = { day: 'hour', hour: 'minute', minute: 'reading' }

/**
 * Returns where to start reading each level: first the closed buckets, then the finer levels, each of which has an open bucket
 * that is in the next one. Where an open bucket begins, the coarser level ends: after a change of the zone, late readings are
 * stored in buckets that begin with the open one.
 */
export function stepsOf(level: Level, devices: readonly SeriesDevice[], range: Range): Step[] {
  const open = new Map(devices.map((device) => [device.no, openStartsIn(device, level, range)]))
  const steps: Step[] = [
    { level, sources: devices.map(({ no }) => ({ no, from: range.from, to: open.get(no)?.[level] })) },
  ]
  for (let at: Level | 'reading' = level; at !== 'reading'; at = finer[at]) {
    const [current, next]: [Level, Level | 'reading'] = [at, finer[at]]
    const sources = [...open].flatMap(([no, starts]) =>
      starts
        ? {
            no,
            from: Math.max(starts[current], range.from),
            to: next === 'reading' ? undefined : starts[next],
            openFrom: starts[level],
          }
        : [],
    )
    steps.push({ level: next, sources })
  }
  return steps
}

/** Returns undefined if the open bucket of this level is not in the range. */
function openStartsIn(device: SeriesDevice, level: Level, { from, to }: Range) {
  const starts = openStarts(device)
  if (!starts || !device.latest_at || device.latest_at.getTime() < from) return undefined
  return starts[level] < to ? starts : undefined
}
