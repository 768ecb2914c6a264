import { instantOf, wallOf } from '../../texts/zoned-time.ts'
import type { TimeRange } from './time-range.ts'

/** Returns the preceding period, of the same length in local time, which ends where the range begins. */
export function periodBefore({ startTime, endTime }: TimeRange, zone: string): TimeRange {
  const length = wallOf(endTime, zone) - wallOf(startTime, zone)
  return { startTime: instantOf(wallOf(startTime, zone) - length, zone), endTime: startTime }
}
