import type { Interval, PointPercentiles } from '@eot/contract/sensors'
import type { Execute } from '../../platform/db/execute.queries.ts'
import { ownTurn } from '../../platform/own-turn.ts'
import {
  collectParts,
  collectReadings,
  type PointsWanted,
  type Search,
  type SearchedPoints,
} from './collect-samples.queries.ts'
import type { Level } from './level.ts'
import { isAllOf, type Percentiles, percentilesOf, type Samples, samplesOfPoint } from './percentiles.ts'
import type { SeriesDevice } from './series.queries.ts'
import { intervalLengthMs } from './series-interval.ts'

/**
 * The most readings, or parts, that are read for a response at a time: those of a day of a device that reports 17 kinds every
 * five seconds.
 */
const mostRead = 300_000
/** Fewer, since parts are sorted three times, each without yielding. */
const mostPartsOfSeries = 50_000

/** Series of one device, or of several together. */
export interface PercentileTarget {
  devices: readonly SeriesDevice[]
  series: readonly SearchedPoints[]
}

interface Wanted extends Omit<PointsWanted, 'interval'> {
  /** The interval of the points. */
  interval: Interval
  /** Of the whole range, or also of each point. undefined: neither. */
  asked: 'Range' | 'Points' | undefined
}

export interface SeriesPercentiles {
  /** undefined: there are no samples. */
  range: Percentiles | undefined
  /** One per point. undefined: not requested. */
  points: PointPercentiles[] | undefined
}

interface Series extends Search {
  /** All samples of a point, by its start. */
  known: Map<number, Samples>
}

/**
 * Reads the percentiles of each series of each target. They are exact if all readings are still stored and are not too many.
 * Otherwise they are estimated from the finest of minutes, hours or days for which the same holds. Must run in the
 * transaction in which the points were read. Returns nothing if nothing is requested.
 */
export async function readPercentiles(
  execute: Execute,
  targets: readonly PercentileTarget[],
  { interval, asked, ...wanted }: Wanted,
): Promise<SeriesPercentiles[][]> {
  if (asked === undefined) return []
  const all = targets.map(({ devices, series }) =>
    series.map(({ key, points }): Series => ({ devices, key, points, known: new Map(), found: new Map() })),
  )
  if (interval !== 'Raw')
    for (const level of ['reading', 'minute', 'hour', 'day'] as const)
      await findSamples(execute, level, all.flat(), { ...wanted, interval })
  const answer: SeriesPercentiles[][] = []
  for (const ofTarget of all) {
    const done: SeriesPercentiles[] = []
    for (const series of ofTarget) {
      await ownTurn(answer.length)
      done.push(percentilesOfSeries(series, asked === 'Points'))
    }
    answer.push(done)
  }
  return answer
}

function percentilesOfSeries({ points, known }: Series, isOfPoints: boolean): SeriesPercentiles {
  const all: Samples = { values: [], parts: [] }
  const ofPoints: PointPercentiles[] = []
  for (const point of points) {
    const samples = known.get(point[0]) ?? samplesOfPoint(point)
    for (const value of samples.values) all.values.push(value)
    for (const part of samples.parts) all.parts.push(part)
    const found = isOfPoints ? percentilesOf(samples) : undefined
    if (found) ofPoints.push([point[0], ...found])
  }
  return { range: percentilesOf(all), points: isOfPoints ? ofPoints : undefined }
}

const levelMs: Record<Level | 'reading', number> = {
  reading: 0,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
}

/** Finds all samples, at the given level, of points that have none yet. Does nothing if there are too many. */
async function findSamples(
  execute: Execute,
  level: Level | 'reading',
  all: readonly Series[],
  wanted: PointsWanted,
): Promise<void> {
  if (levelMs[level] >= intervalLengthMs(wanted.interval)) return
  const left = all.filter(({ points, known }) => points.some(([start]) => !known.has(start)))
  const counts = left.map((series) => countMost(level, series, wanted.interval))
  if (left.length === 0 || counts.reduce((sum, count) => sum + count, 0) > mostRead) return
  if (level === 'reading') await collectReadings(execute, left, wanted)
  else if (counts.some((count) => count > mostPartsOfSeries)) return
  else await collectParts(execute, level, left, wanted)
  for (const { points, known, found } of left) {
    await ownTurn(0)
    for (const point of points) {
      const samples = found.get(point[0])
      if (samples && !known.has(point[0]) && isAllOf(samples, point)) known.set(point[0], samples)
    }
    found.clear()
  }
}

/** Returns an upper bound for the number of parts or readings of a series. */
function countMost(
  level: Level | 'reading',
  { devices, points }: Series,
  interval: PointsWanted['interval'],
): number {
  const perPoint =
    level === 'reading'
      ? Number.POSITIVE_INFINITY
      : devices.length * Math.ceil(intervalLengthMs(interval) / levelMs[level])
  return points.reduce((sum, [, , , , count]) => sum + Math.min(count, perPoint), 0)
}
