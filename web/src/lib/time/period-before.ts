import { instantOf, wallOf } from '../../texts/zoned-time.ts'
import type { TimeRange } from './time-range.ts'

/** The period of the same length on the clocks of a zone that ends where a range begins. */
export function periodBefore({ startTime, endTime }: TimeRange, zone: string): TimeRange {
  const length = wallOf(endTime, zone) - wallOf(startTime, zone)
  return { startTime: instantOf(wallOf(startTime, zone) - length, zone), endTime: startTime }
}
