import type { Point } from '@eot/contract/sensors'
import { intervalAt, type ReportIntervals } from '../readings/index.ts'
import { median } from './median.ts'

/** Fewer points do not tell how far apart they usually are. */
const leastPoints = 12

/**
 * How far apart the readings of a sensor are expected, in ms: by the report interval that held at an instant, or as they
 * usually are within the points, whichever is longer. Some sensors report less often than their device, and of devices
 * that report in the formats of other makers the interval is often not known.
 */
export function spacingOf(points: readonly Point[], intervals: ReportIntervals): (instant: number) => number {
  const apart = points.slice(1).map(([at], index) => at - (points[index]?.[0] ?? at))
  const counts = points.map(([, , , , count]) => count)
  const usual = points.length < leastPoints ? 0 : (median(apart) ?? 0) / (median(counts) ?? 1)
  return (instant) => Math.max(intervalAt(intervals, instant), usual)
}
