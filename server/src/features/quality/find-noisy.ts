import type { Point } from '@eot/contract/sensors'
import type { SensorKey } from '@eot/contract/vocabulary'
import { median } from './median.ts'
import { joined, type PointShape, type Span } from './span.ts'

const hourMs = 3_600_000
/** Means over longer intervals hide jumps between readings. */
const longestPointMs = 300_000
const leastPoints = 12
/** The least share of steps that change direction. On a ramp it is 0, in random values two thirds. */
const leastBack = 0.5

/**
 * A step between two readings that is not plausible in a room, in the sensor's unit and as a share of the value. Only for
 * sensors for which recordings show how much a room changes: docs/decisions/074-data-quality.md.
 */
const steps: Partial<Record<SensorKey, { least: number; share: number }>> = {
  temperature: { least: 0.5, share: 0 },
  humidity: { least: 2, share: 0 },
  ECO2: { least: 100, share: 0.1 },
}

/** Finds the hours (UTC) in which values jump back and forth by more than is plausible in a room. */
export function findNoisy(
  sensor: SensorKey,
  points: readonly Point[],
  { lengthMs }: Pick<PointShape, 'lengthMs'>,
): Span[] {
  const step = steps[sensor]
  if (!step || lengthMs > longestPointMs) return []
  const hours = Map.groupBy(points, ([at]) => Math.floor(at / hourMs))
  const noisy = [...hours].filter(([, ofHour]) => isNoisy(ofHour, step))
  return joined(
    noisy.map(([hour]) => ({ from: hour * hourMs, to: (hour + 1) * hourMs })),
    0,
  )
}

function isNoisy(points: readonly Point[], { least, share }: { least: number; share: number }): boolean {
  if (points.length < leastPoints) return false
  const means = points.map(([, mean]) => mean)
  const moves = means.slice(1).map((mean, index) => mean - (means[index] ?? mean))
  const back = moves.slice(1).filter((move, index) => move * (moves[index] ?? 0) < 0).length
  if (back < leastBack * (moves.length - 1)) return false
  // Within an interval the values jump at least as far as from one mean to the next.
  const jumps = moves.map((move, index) => {
    const [, , min, max] = points[index + 1] ?? [0, 0, 0, 0, 0]
    return Math.max(Math.abs(move), max - min)
  })
  return (median(jumps) ?? 0) >= Math.max(least, share * Math.abs(median(means) ?? 0))
}
