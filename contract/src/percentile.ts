import type { Point } from './sensors.ts'

/** A percentile, and what it is at least and at most. All three are the same if it is known exactly. */
export interface Percentile {
  value: number
  low: number
  high: number
}

/**
 * The value that a share of the samples do not exceed (the nearest rank), estimated from the means of their intervals. Each
 * sample is between the lowest and the highest of its interval, so the same rank among these is certain not to be above or
 * below it. undefined: no samples.
 */
export function percentileOf(points: readonly Point[], share: number): Percentile | undefined {
  const samples = points.reduce((sum, [, , , , count]) => sum + count, 0)
  if (samples === 0) return undefined
  const rank = Math.max(1, Math.ceil(share * samples))
  const ranked = (index: 1 | 2 | 3) => valueAtRank(points, index, rank)
  return { value: ranked(1), low: ranked(2), high: ranked(3) }
}

function valueAtRank(points: readonly Point[], index: 1 | 2 | 3, rank: number): number {
  const sorted = points
    .map((point) => ({ value: point[index], count: point[4] }))
    .sort((a, b) => a.value - b.value)
  let seen = 0
  for (const { value, count } of sorted) {
    seen += count
    if (seen >= rank) return value
  }
  return Number.NaN // the rank is at most the number of samples
}
