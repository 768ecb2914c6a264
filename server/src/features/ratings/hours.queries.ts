import type { SensorKey } from '@eot/contract/vocabulary'
import type { Execute } from '../../platform/db/execute.queries.ts'
import { listMinutesOf } from '../readings/index.ts'
import type { HourRead } from './room-hours.ts'
import { airKeys, comfortKeys } from './standards.ts'

const hourMs = 3_600_000
/** The share of minutes that are no louder than the noise floor. */
const floorShare = 0.1
/** The minutes of this many hours are read at once, since a backlog of a day and 1,000 devices has 1.4 million. */
const hoursAtOnce = 1000

/** The sensors by which rooms are rated. */
export const ratedKeys: readonly SensorKey[] = [...airKeys, ...comfortKeys]

/** Hours that begin in [since, until), in epoch ms, of a device. */
export interface HourRange {
  no: number
  since: number
  until: number
}

export interface StoredHour {
  no: number
  /** Epoch ms. */
  start: number
  /** In the order of `ratedKeys`. */
  sums: HourRead[]
}

/** Lists the stored sums of the readings of these hours. Ranges of a device must not overlap. */
export async function listHours(execute: Execute, ranges: readonly HourRange[]): Promise<StoredHour[]> {
  const names = ratedKeys.map((key) => key.toLowerCase())
  const rows = await execute<{
    no: number
    start: number
    counts: (number | null)[]
    sums: (number | null)[]
    bounds: (number | null)[]
  }>(
    `select h.device_no as no, extract(epoch from h.bucket)::float8 * 1000 as start,
       array[${names.map((name) => `h.${name}_n`).join(', ')}]::int[] as counts,
       array[${names.map((name) => `h.${name}_sum`).join(', ')}]::float8[] as sums,
       array[${names.map((name) => `h.${name}_min, h.${name}_max`).join(', ')}]::real[] as bounds
     from unnest($1::int[], $2::timestamptz[], $3::timestamptz[]) as w (no, since, until)
     join reading_hour h on h.device_no = w.no and h.bucket >= w.since and h.bucket < w.until`,
    [
      ranges.map(({ no }) => no),
      ranges.map(({ since }) => new Date(since)),
      ranges.map(({ until }) => new Date(until)),
    ],
  )
  return rows.map(({ no, start, counts, sums, bounds }) => ({
    no,
    start,
    sums: ratedKeys.map((_, index) => ({
      count: counts[index] ?? 0,
      sum: sums[index] ?? 0,
      min: bounds[index * 2] ?? 0,
      max: bounds[index * 2 + 1] ?? 0,
    })),
  }))
}

/**
 * Lists the level of noise that is exceeded in 90 % of the minutes of the hour before each instant, in dB(A), for those with at
 * least one minute; by `device/instant`.
 */
export async function listNoiseFloors(
  execute: Execute,
  ends: readonly { no: number; end: number }[],
): Promise<Map<string, number>> {
  const floors = new Map<string, number>()
  for (let at = 0; at < ends.length; at += hoursAtOnce) {
    const some = ends.slice(at, at + hoursAtOnce)
    const ranges = some.map(({ no, end }) => ({ no, from: end - hourMs, to: end }))
    for (const [index, minutes] of (await listMinutesOf(execute, ranges, 'noise')).entries()) {
      const floor = floorOf(minutes.map(({ sum, count }) => sum / count))
      if (floor !== undefined) floors.set(`${some[index]?.no}/${some[index]?.end}`, floor)
    }
  }
  return floors
}

/** Like `percentile_cont` of PostgreSQL. */
function floorOf(levels: number[]): number | undefined {
  levels.sort((a, b) => a - b)
  const place = floorShare * (levels.length - 1)
  const [lower, upper] = [levels[Math.floor(place)], levels[Math.ceil(place)]]
  return lower === undefined || upper === undefined ? undefined : lower + (upper - lower) * (place % 1)
}
