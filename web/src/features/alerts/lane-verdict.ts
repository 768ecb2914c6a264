import type { Point } from '@eot/contract/sensors'

export type LaneVerdict =
  | { kind: 'rose' | 'fell'; value: number }
  | { kind: 'steady'; low: number; high: number }
  /** No data from before the episode, or from the episode itself. */
  | { kind: 'unknown' }

interface Episode {
  startMs: number
  endMs: number
}

/** The least share of its usual value by which a sensor must move to count as changed. */
const leastShare = 0.1

/**
 * Compares a sensor during an episode with the minutes before. It counts as moved if it left its usual (median) value
 * by more than its earlier fluctuation, a tenth of that value, and `leastMove` in the sensor's own unit.
 */
export function laneVerdict(points: readonly Point[], episode: Episode, leastMove: number): LaneVerdict {
  const { startMs, endMs } = episode
  const before = meansOf(points.filter(([ms]) => ms < startMs))
  const during = meansOf(points.filter(([ms]) => ms >= startMs && ms <= endMs))
  const usual = before[before.length >> 1]
  const [low, high] = [during[0], during.at(-1)]
  if (usual === undefined || low === undefined || high === undefined) return { kind: 'unknown' }
  const [lowBefore = usual, highBefore = usual] = [before[0], before.at(-1)]
  const least = Math.max(highBefore - lowBefore, leastShare * Math.abs(usual), leastMove)
  const [up, down] = [high - usual, usual - low]
  if (up > least && up >= down) return { kind: 'rose', value: high }
  if (down > least) return { kind: 'fell', value: low }
  return { kind: 'steady', low: Math.min(low, lowBefore), high: Math.max(high, highBefore) }
}

/** Ascending. */
const meansOf = (points: readonly Point[]) => points.map(([, mean]) => mean).sort((a, b) => a - b)
