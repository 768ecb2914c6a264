import type { Point } from '@eot/contract/sensors'
import { intervalAt, type ReportIntervals } from '../readings/index.ts'
import { median } from './median.ts'

/** With fewer points, the usual interval between them is not known. */
const leastPoints = 12

/** Returns how far apart readings are expected at an instant, in ms. */
export type Spacing = (instant: number) => number

/**
 * Returns the report interval at a time, or the usual interval between the points, whichever is longer. Some sensors report
 * less often than their device, and the interval of devices that use another maker's format is often not known.
 */
export function spacingOf(points: readonly Point[], intervals: ReportIntervals): Spacing {
  const usual = usualSpacing(points)
  const [first] = intervals
  if (intervals.length === 1) {
    const always = Math.max(first.ms, usual)
    return () => always
  }
  return (instant) => Math.max(intervalAt(intervals, instant), usual)
}

function usualSpacing(points: readonly Point[]): number {
  if (points.length < leastPoints) return 0
  const apart: number[] = []
  const counts: number[] = []
  let before: number | undefined
  for (const [at, , , , count] of points) {
    counts.push(count)
    if (before !== undefined) apart.push(at - before)
    before = at
  }
  return (median(apart) ?? 0) / (median(counts) ?? 1)
}
