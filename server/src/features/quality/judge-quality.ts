import type { Quality, QualitySpan } from '@eot/contract/quality'
import type { Point } from '@eot/contract/sensors'
import type { SensorKey } from '@eot/contract/vocabulary'
import type { ReportIntervals } from '../readings/index.ts'
import { spacingOf } from './expected-spacing.ts'
import { findGaps, missedReports } from './find-gaps.ts'
import { findNoisy } from './find-noisy.ts'
import { findStuck } from './find-stuck.ts'
import { joined, type PointShape, type Span, within } from './span.ts'

const minuteMs = 60_000

/** The data by which the quality of a sensor is judged, besides its values. */
export interface Known {
  /** Ends now at the latest. */
  range: Span
  shape: PointShape
  intervals: ReportIntervals
  /** Starts of minutes in which impossible values were rejected, ascending. */
  rejected: readonly number[]
  /** When the clock of the device was ahead, ascending. */
  skews: readonly Span[]
}

/**
 * Finds where the values of a series are missing or unreliable, as the glossary defines it. `points` are in ascending order.
 * Anything shorter than the interval of a point may be missed.
 */
export function judgeQuality(sensor: SensorKey, points: readonly Point[], known: Known): QualitySpan[] {
  const { range, shape, intervals, rejected, skews } = known
  const spacing = spacingOf(points, intervals)
  const expected = spacing(range.to)
  const apartMs = missedReports * Math.max(expected, shape.lengthMs)
  const found: Record<Quality, Span[]> = {
    Gap: findGaps(points, { range, shape, spacing }),
    Stuck: findStuck(sensor, points, { shape, apartMs }),
    OutOfRange: joined(
      rejected.map((minute) => ({ from: minute, to: minute + minuteMs })),
      missedReports * expected,
    ),
    ClockSkew: [...skews],
    Noisy: findNoisy(sensor, points, shape),
  }
  return Object.entries(found)
    .flatMap(([quality, spans]) =>
      within(spans, range).map(
        ({ from, to }): QualitySpan => ({
          From: Math.round(from),
          To: Math.round(to),
          Quality: quality as Quality,
        }), // a key of `found`
      ),
    )
    .sort((a, b) => a.From - b.From)
}
