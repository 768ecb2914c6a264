import { zoneClock } from '../time-zones/index.ts'

/**
 * A window that repeats every week in local time of a zone. Hours are 0 to 24, fractions allowed; the start is inclusive, the
 * end exclusive. Equal hours are the whole day. With a start after its end, the window runs overnight and belongs to the day on
 * which it starts.
 */
export interface WeeklyWindow {
  startHour: number
  endHour: number
  /** Whether the window starts on each day of the week, from Sunday. */
  weekdays: readonly boolean[]
}

/** A part of one day. `weekday` 0 is Sunday; hours as in `WeeklyWindow`, with the start before the end. */
export interface DayInterval {
  weekday: number
  startHour: number
  endHour: number
  /** Whether this is the second part of a window that started the day before. */
  fromDayBefore: boolean
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/**
 * Returns whether an instant, in epoch ms, is within the window in local time: a repeated hour counts twice, and a skipped one
 * does not occur.
 */
export function isWithinWindow(
  { startHour, endHour, weekdays }: WeeklyWindow,
  at: number,
  timeZone: string,
): boolean {
  const local = at + zoneClock(timeZone).offsetAt(at)
  const day = Math.floor(local / dayMs)
  const hour = (local - day * dayMs) / hourMs
  // 1 January 1970, day 0, was a Thursday.
  const weekday = (((day + 4) % 7) + 7) % 7
  const startsToday = weekdays[weekday] === true
  if (startHour === endHour) return startsToday
  if (startHour < endHour) return startsToday && startHour <= hour && hour < endHour
  const startedYesterday = weekdays[(weekday + 6) % 7] === true
  return (startsToday && startHour <= hour) || (startedYesterday && hour < endHour)
}

/** Returns the window day by day, with overnight windows split at midnight. Sorted by day and hour. */
export function dayIntervals({ startHour, endHour, weekdays }: WeeklyWindow): DayInterval[] {
  const intervals: DayInterval[] = []
  for (const [weekday, isOn] of weekdays.entries()) {
    if (!isOn) continue
    if (startHour === endHour) {
      intervals.push({ weekday, startHour: 0, endHour: 24, fromDayBefore: false })
    } else if (startHour < endHour) {
      intervals.push({ weekday, startHour, endHour, fromDayBefore: false })
    } else {
      if (startHour < 24) intervals.push({ weekday, startHour, endHour: 24, fromDayBefore: false })
      if (endHour > 0)
        intervals.push({ weekday: (weekday + 1) % 7, startHour: 0, endHour, fromDayBefore: true })
    }
  }
  return intervals.toSorted((a, b) => a.weekday - b.weekday || a.startHour - b.startHour)
}
