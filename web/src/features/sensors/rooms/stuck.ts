import type { Point } from '@eot/contract/sensors'
import type { SensorKey } from '@eot/contract/vocabulary'
import { findKind } from '../../../lib/units.ts'

/** A value that has not changed for so long is not believed. */
const stuckMs = 2 * 3_600_000

/** What always varies a little in a room. Others stay at the same value for hours where nothing happens. */
const varying: ReadonlySet<SensorKey> = new Set([
  'temperature',
  'humidity',
  'noise',
  'ECO2',
  'TVOC',
  'IAQ',
  'gas',
])

/** Some sensors never go below this, and stay there in clean air. */
const floors: Partial<Record<SensorKey, number>> = { ECO2: 400, IAQ: 25 }

/**
 * Since when a sensor has sent the same value, if that is longer than a room explains. `points`: the intervals of the last
 * day, ascending. undefined: it varies.
 */
export function stuckSince(sensor: SensorKey, points: readonly Point[]): number | undefined {
  const last = points.at(-1)
  if (!last || !varying.has(sensor)) return undefined
  const value = last[3]
  if (value <= (floors[sensor] ?? findKind(sensor)?.min ?? Number.NEGATIVE_INFINITY)) return undefined
  const different = points.findLastIndex(([, , min, max]) => min !== value || max !== value)
  const since = points[different + 1]?.[0]
  return since !== undefined && last[0] - since >= stuckMs ? since : undefined
}

/** How a part of the day looks: values, none of them, or always the same. */
export type Quality = 'complete' | 'gap' | 'stuck'

/** The last day in equal parts. */
export function qualityStrip(
  points: readonly Point[],
  { fromMs, toMs, parts, since }: { fromMs: number; toMs: number; parts: number; since: number | undefined },
): Quality[] {
  const length = (toMs - fromMs) / parts
  const filled = new Set(points.map(([at]) => Math.floor((at - fromMs) / length)))
  return Array.from({ length: parts }, (_, part) => {
    if (!filled.has(part)) return 'gap'
    return since !== undefined && fromMs + (part + 1) * length > since ? 'stuck' : 'complete'
  })
}
