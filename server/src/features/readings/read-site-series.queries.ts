import type { Interval, Point } from '@eot/contract/sensors'
import type { SensorKey } from '@eot/contract/vocabulary'
import type { Execute } from '../../platform/db/execute.queries.ts'
import type { Level } from './level.ts'
import { openStarts } from './open-starts.ts'
import { listPartsOfMany, type Source } from './parts-of-many.queries.ts'
import type { Range, SeriesDevice } from './series.queries.ts'
import { type Part, toPoints } from './series.ts'
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
  const found = await readParts(execute, devices, wanted, true)
  return toSeries(
    wanted,
    found.map(({ parts }) => parts),
  )
}

/** Reads the values of each of several devices, for each key. Needs a snapshot, like `readSeries`. */
export async function readSeriesOfEach(
  execute: Execute,
  devices: readonly SeriesDevice[],
  wanted: Wanted,
): Promise<Point[][][]> {
  const found = Map.groupBy(await readParts(execute, devices, wanted, false), ({ no }) => no)
  return devices.map(({ no }) =>
    toSeries(
      wanted,
      (found.get(no) ?? []).map(({ parts }) => parts),
    ),
  )
}

function toSeries({ keys, interval, timeZone }: Wanted, found: readonly Part[][][]): Point[][] {
  const starts = new Map<number, number>()
  const groupOf = (at: number) => {
    const known = starts.get(at)
    if (known !== undefined) return known
    const start = intervalStart(interval, at, timeZone)
    starts.set(at, start)
    return start
  }
  return keys.map((_, index) =>
    toPoints(
      found.flatMap((parts) => parts[index] ?? []),
      groupOf,
    ),
  )
}

/** Reads the stored buckets, and the data of each device's open bucket. */
async function readParts(
  execute: Execute,
  devices: readonly SeriesDevice[],
  { range, keys, interval, timeZone }: Wanted,
  isMerged: boolean,
) {
  const from = intervalStart(interval, range.from, timeZone)
  const whole = { from, to: range.to }
  // Days are stored too, which is 24 times less to read, unless they begin at other times than the requested ones.
  const isByDay = interval === 'OneDay' ? await findWholeDays(execute, devices, whole, timeZone) : () => false
  const steps = [...Map.groupBy(devices, isByDay)].flatMap(([isOfDays, some]) =>
    stepsOf(isOfDays ? 'day' : levelOf(interval), some, whole),
  )
  const found = []
  for (const { level, sources } of steps)
    found.push(...(await listPartsOfMany(execute, level, { sources, to: range.to, isMerged }, keys)))
  return found
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
