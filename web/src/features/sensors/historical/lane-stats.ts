import type { Point } from '@eot/contract/sensors'

export interface LaneStats {
  min: number
  /** The mean of all samples, not of the points. */
  mean: number
  max: number
  count: number
}

/** Summarizes the points of a series. undefined: it has none. */
export function laneStats(points: readonly Point[]): LaneStats | undefined {
  if (points.length === 0) return undefined
  const all: LaneStats = { min: Number.POSITIVE_INFINITY, mean: 0, max: Number.NEGATIVE_INFINITY, count: 0 }
  for (const [, mean, min, max, count] of points) {
    all.min = Math.min(all.min, min)
    all.max = Math.max(all.max, max)
    all.mean += mean * count
    all.count += count
  }
  return { ...all, mean: all.mean / all.count }
}
