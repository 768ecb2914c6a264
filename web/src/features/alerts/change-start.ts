import type { Alert } from '@eot/contract/alerts'
import type { Point } from '@eot/contract/sensors'
import { isLow } from './alert-story.ts'

/** Sensors react to the same event up to a minute apart. */
const leadMs = 60_000

/**
 * The time, in epoch ms, from which other sensors are compared: a minute before the value last crossed its limit.
 * A rule with a hold time raises its alert minutes later, when the cause may be over. `points` are those of the
 * alert's own sensor, ascending by time.
 */
export function changeStart(points: readonly Point[], alert: Alert): number {
  const raisedMs = Date.parse(alert.StartAt)
  const { Threshold } = alert
  if (Threshold === null) return raisedMs
  const isNormal = ([, mean]: Point) => (isLow(alert) ? mean > Threshold : mean < Threshold)
  const before = points.filter(([ms]) => ms < raisedMs)
  const lastNormal = before.findLast(isNormal) ?? before[0]
  return (lastNormal?.[0] ?? raisedMs) - leadMs
}
