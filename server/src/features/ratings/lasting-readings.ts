import type { HourSum } from './room-hours.ts'

const hourMs = 3_600_000

/** The hours of a sensor as input of `withLasting`, newest first. */
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
  /** The share of a sample that the newest reading represents, see `shareSince`. */
  sinceNewest: number
}

/**
 * Completes hours by the time that readings represent, since each lasts until the next one is due: hours without a reading of a
 * device that reports less than once an hour, and the time since the newest reading, which with hourly reports may be most of
 * the last hour.
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
    // With 1.5 reports an hour, an hour with one report is complete.
    const lasts = from === age ? sum.count >= Math.floor(due) : from - age < (intervals[age] ?? 0) / hourMs
    const taken = lasts ? missing : from === newest ? Math.min(missing, left) : 0
    if (!lasts) left -= taken
    const { count, sum: total } = sums[from] ?? sum
    return { count: sum.count + taken, sum: sum.sum + (taken * total) / count }
  })
}

/**
 * Returns how much of a sample is not missing since the newest reading, which came `ageMs` ago: until the next one is due, all
 * of that time; then less and less, until a whole interval has been missed.
 */
export function shareSince(ageMs: number, intervalMs: number): number {
  const age = Math.max(0, ageMs) / intervalMs
  return Math.max(0, age <= 1 ? age : 2 - age)
}
