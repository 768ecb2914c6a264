import { useMinute } from '../../lib/time/now.ts'
import { useTimeZone } from '../../session/current-site.ts'
import { wallOf } from '../../texts/zoned-time.ts'

/** Returns the weekday, 0 is Sunday, and the hour at the current site. */
export function useWeekTime(): { day: number; hour: number } {
  const now = new Date(wallOf(useMinute(), useTimeZone()))
  return { day: now.getUTCDay(), hour: now.getUTCHours() + now.getUTCMinutes() / 60 }
}
