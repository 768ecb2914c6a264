import type { Interval, Point } from '@eot/contract/sensors'
import type { SensorKey } from '@eot/contract/vocabulary'
import type { Execute } from '../../platform/db/execute.queries.ts'
import { inSlices } from '../../platform/in-slices.ts'
import { ownTurn } from '../../platform/own-turn.ts'
import type { Level } from './level.ts'
import { listPartsOfMany } from './list-parts.queries.ts'
import { addTo, type Samples } from './percentiles.ts'
import { pointStarts } from './point-starts.ts'
import { stepsOf } from './read-steps.ts'
import { readReadings } from './readings-of-many.queries.ts'
import type { Range, SeriesDevice } from './series.queries.ts'
import { intervalStart } from './series-interval.ts'

export interface PointsWanted {
  /** Epoch ms, [from, to). */
  range: Range
  interval: Exclude<Interval, 'Raw'>
  timeZone: string
}

export interface SearchedPoints {
  key: SensorKey
  points: readonly Point[]
}

/** A series whose samples are searched for. */
export interface Search extends SearchedPoints {
  devices: readonly SeriesDevice[]
  /** The samples found, by the start of their point. */
  found: Map<number, Samples>
}

/** The stored buckets that points consist of may end this long after the range. */
const longestBucketMs = 26 * 3_600_000
/** The last instant that a `Date` can hold. */
const latestMs = 8.64e15
const rowsAtOnce = 1000

/** Finds the readings of series. */
export async function collectReadings(
  execute: Execute,
  searches: readonly Search[],
  wanted: PointsWanted,
): Promise<void> {
  const { devices, keys, from, to, startOf, foundOf } = placeOf(searches, wanted)
  const place = { deviceNos: devices.map(({ no }) => no), from, to }
  for await (const { no, times, columns } of readReadings(execute, place, keys)) {
    await ownTurn(0)
    const starts = times.map((at) => startOf(no, at))
    for (const [index, key] of keys.entries()) {
      const found = foundOf(no, key)
      const values = columns[index]
      if (found && values) addValues(found, starts, values)
    }
  }
}

/** Finds the stored buckets of a level that belong to points of the series, and the finer data of open buckets. */
export async function collectParts(
  execute: Execute,
  level: Level,
  searches: readonly Search[],
  wanted: PointsWanted,
): Promise<void> {
  const { devices, keys, from, to, startOf, foundOf } = placeOf(searches, wanted)
  for (const [place, step] of stepsOf(level, devices, { from, to: wanted.range.to }).entries()) {
    // Finer data of an open bucket counts only until the end of the range.
    const until = place === 0 ? to : wanted.range.to
    const rows = await listPartsOfMany(execute, step.level, { ...step, to: until }, keys)
    await inSlices(rows, rowsAtOnce, (slice) => {
      for (const { no, parts } of slice)
        for (const [index, key] of keys.entries()) {
          const found = foundOf(no, key)
          for (const part of parts[index] ?? []) {
            const start = startOf(no, part.start)
            if (found && !Number.isNaN(start)) addTo(samplesAt(found, start), part)
          }
        }
    })
  }
}

function placeOf(searches: readonly Search[], { range, interval, timeZone }: PointsWanted) {
  // The series of a target have the same list of devices, which may be long.
  const targets = [...Map.groupBy(searches, (search) => search.devices)]
  const devices = targets.flatMap(([ofTarget]) => ofTarget)
  const found = new Map(
    targets.flatMap(([ofTarget, series]) => {
      const byKey = new Map(series.map((one) => [one.key, one.found]))
      return ofTarget.map(({ no }) => [no, byKey] as const)
    }),
  )
  const from = intervalStart(interval, range.from, timeZone)
  return {
    devices,
    keys: [...new Set(searches.map(({ key }) => key))],
    from,
    to: Math.min(range.to + longestBucketMs, latestMs),
    startOf: pointStarts(devices, { from, to: range.to }, interval, timeZone),
    foundOf: (no: number, key: SensorKey) => found.get(no)?.get(key),
  }
}

function addValues(found: Map<number, Samples>, starts: Float64Array, values: Float64Array): void {
  let last = Number.NaN
  let samples: Samples | undefined
  for (let place = 0; place < starts.length; place += 1) {
    const [start, value] = [starts[place] as number, values[place] as number] // one for each reading
    if (Number.isNaN(start) || Number.isNaN(value)) continue
    if (start !== last) samples = samplesAt(found, start)
    last = start
    samples?.values.push(Math.fround(value))
  }
}

function samplesAt(found: Map<number, Samples>, start: number): Samples {
  const known = found.get(start)
  if (known) return known
  const samples: Samples = { values: [], parts: [] }
  found.set(start, samples)
  return samples
}
