/** An interval between two samples, in ms, with the instant from which it applies, in epoch ms. */
export interface IntervalSince {
  since: number
  ms: number
}

/** The report intervals of a device by time, ascending. The first one applies from the beginning. */
export type ReportIntervals = readonly [IntervalSince, ...IntervalSince[]]

/** Returns the interval that applied at an instant. */
export const intervalAt = (intervals: ReportIntervals, at: number): number =>
  (intervals[countUntil(intervals, at) - 1] ?? intervals[0]).ms

/** Returns how many of the intervals began by `at`. */
function countUntil(intervals: ReportIntervals, at: number): number {
  let [low, high] = [0, intervals.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const { since } = intervals[middle] as IntervalSince // within the bounds
    if (since <= at) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns the samples due from `start` to `end`. If the interval changes in between, counts by the longer one. */
export const samplesDue = (intervals: ReportIntervals, start: number, end: number): number =>
  (end - start) / Math.max(intervalAt(intervals, start), intervalAt(intervals, end - 1))
