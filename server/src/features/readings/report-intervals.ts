/** An interval between two samples, in ms, with the instant from which it applies, in epoch ms. */
export interface IntervalSince {
  since: number
  ms: number
}

/** The report intervals of a device by time. The first one applies from the beginning. */
export type ReportIntervals = readonly [IntervalSince, ...IntervalSince[]]

/** Returns the interval that applied at an instant. */
export const intervalAt = (intervals: ReportIntervals, at: number): number =>
  (intervals.findLast(({ since }) => since <= at) ?? intervals[0]).ms

/** Returns the samples due from `start` to `end`. If the interval changes in between, counts by the longer one. */
export const samplesDue = (intervals: ReportIntervals, start: number, end: number): number =>
  (end - start) / Math.max(intervalAt(intervals, start), intervalAt(intervals, end - 1))
