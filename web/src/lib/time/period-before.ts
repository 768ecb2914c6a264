import { instantOf, wallOf } from '../../texts/zoned-time.ts'
import type { TimeRange } from './time-range.ts'

/**
 * Returns the preceding period, of the same length in local time, which ends where the range begins. At `now`, while the range
 * is not over, only as much of it as has passed of the range.
 */
export function periodBefore({ startTime, endTime }: TimeRange, zone: string, now = endTime): TimeRange {
  const startWall = wallOf(startTime, zone)
  const length = wallOf(endTime, zone) - startWall
  const beforeStart = instantOf(startWall - length, zone)
  if (now <= startTime || now >= endTime) return { startTime: beforeStart, endTime: startTime }
  return { startTime: beforeStart, endTime: instantOf(wallOf(now, zone) - length, zone) }
}
