import { leastSamples } from '@eot/contract/rating-standards'
import type { Point } from '@eot/contract/sensors'
import type { Spacing } from './expected-spacing.ts'
import { joined, type PointShape, type Span } from './span.ts'

/** More missed reports than this are a gap. */
export const missedReports = 3

interface Asked {
  /** Ends now at the latest. */
  range: Span
  shape: PointShape
  spacing: Spacing
}

/**
 * Finds gaps: two consecutive readings that are more than three report intervals apart. A gap begins when the next reading was
 * due and ends when it came. A point that covers an interval long enough to hide a gap is a gap as a whole if it has less than 75 % of the
 * expected samples, which is also too few for a rating.
 */
export function findGaps(points: readonly Point[], { range, shape, spacing }: Asked): Span[] {
  const isInterval = shape.lengthMs > 0
  const gaps: Span[] = []
  let known = range.from
  let isFirst = true
  for (const [at, , , , count] of points) {
    addSilence(at)
    isFirst = false
    const end = shape.endOf(at)
    known = Math.max(known, end)
    if (isThin(at, end, count)) gaps.push({ from: Math.max(range.from, at), to: end })
  }
  addSilence(range.to)
  return joined(gaps, 0)

  /** Adds the silence from the last point to `until`. */
  function addSilence(until: number): void {
    const expected = spacing(known)
    // The last reading of an interval may be anywhere within it.
    const silent = until - known
    const isGap = isInterval ? silent >= missedReports * expected : silent > missedReports * expected
    if (!isGap) return
    // The next reading was due some time after the last one, but at once if none is known.
    const from = isFirst || isInterval ? known : known + expected
    gaps.push({ from, to: until })
  }

  function isThin(at: number, end: number, count: number): boolean {
    const [length, expected] = [end - at, spacing(at)]
    const hidesGap = length * (1 - leastSamples) >= missedReports * expected
    return hidesGap && end <= range.to && count * expected < length * leastSamples
  }
}
