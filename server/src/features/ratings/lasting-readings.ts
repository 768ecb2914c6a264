import type { HourSum } from './room-hours.ts'

const hourMs = 3_600_000

/** The hours of a sensor as the following function takes them, newest first. */
export interface SensorHours {
  sums: readonly HourSum[]
  /** Whether the sensor was stuck in the hour of that age. The sum of such an hour is empty. */
  isStuck: (age: number) => boolean
}

export interface Due {
  /** Samples due so far in each hour. */
  samples: readonly number[]
  /** The report interval in each hour, in ms. */
  intervals: readonly number[]
  /** Share of a sample that the newest reading stands for, see `shareSince`. */
  sinceNewest: number
}

/**
 * Completes hours by what readings stand for, since each lasts until the next one is due: hours without a reading of a device
 * that reports more rarely than once an hour, and the time since the newest reading, which with a report each hour may be most
 * of the last hour.
 */
export function withLasting(
  { sums, isStuck }: SensorHours,
  { samples, intervals, sinceNewest }: Due,
): HourSum[] {
  const firstFrom = (age: number): number | undefined => {
    const found = sums.findIndex(({ count }, index) => index >= age && (count > 0 || isStuck(index)))
    return found === -1 || isStuck(found) ? undefined : found
  }
  const newest = firstFrom(0)
  let left = sinceNewest
  return sums.map((sum, age) => {
    const from = isStuck(age) ? undefined : firstFrom(age)
    if (from === undefined) return sum
    const due = samples[age] ?? 0
    const missing = Math.max(0, due - sum.count)
    // With 1.5 reports an hour, an hour that has one lacks none.
    const lasts = from === age ? sum.count >= Math.floor(due) : from - age < (intervals[age] ?? 0) / hourMs
    const taken = lasts ? missing : from === newest ? Math.min(missing, left) : 0
    if (!lasts) left -= taken
    const { count, sum: total } = sums[from] ?? sum
    return { count: sum.count + taken, sum: sum.sum + (taken * total) / count }
  })
}

/**
 * How much of a sample is not missing since the newest reading, which came `ageMs` ago: as long as the next one is not due, all
 * that time, and then less and less, until it is missed for a whole interval.
 */
export function shareSince(ageMs: number, intervalMs: number): number {
  const age = Math.max(0, ageMs) / intervalMs
  return Math.max(0, age <= 1 ? age : 2 - age)
}
