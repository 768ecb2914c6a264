import { dayStart, wallOf } from '../../texts/zoned-time.ts'

export interface CalendarDay {
  startMs: number
  /** Exclusive: the start of the next day. */
  endMs: number
  /** null: the day is in the future. */
  count: number | null
}

export interface CalendarWeek {
  /** The first of its days that is in the year. */
  startMs: number
  /** From Monday; undefined: a day of another year. */
  days: (CalendarDay | undefined)[]
}

type Points = readonly (readonly [startMs: number, count: number])[]

/**
 * Returns the days of a year in its time zone, in weeks from Monday, up to December 31. `points` has each day from January 1
 * with its count, without gaps.
 */
export function calendarOf(points: Points, zone: string): CalendarWeek[] {
  const weeks: CalendarWeek[] = []
  const counts = new Map(points)
  const [first] = points
  if (!first) return []
  const year = yearOf(first[0], zone)
  for (let startMs = first[0]; yearOf(startMs, zone) === year; ) {
    const weekday = (new Date(wallOf(startMs, zone)).getUTCDay() + 6) % 7
    if (weekday === 0 || weeks.length === 0) weeks.push({ startMs, days: Array(7).fill(undefined) })
    const week = weeks.at(-1)
    const endMs = dayStart(startMs, zone, 1)
    if (week) week.days[weekday] = { startMs, endMs, count: counts.get(startMs) ?? null }
    startMs = endMs
  }
  return weeks
}

const yearOf = (ms: number, zone: string) => new Date(wallOf(ms, zone)).getUTCFullYear()

/** Returns the day with the most alerts, or the first of several. undefined: there are no alerts. */
export function busiestDay(points: Points): { startMs: number; count: number } | undefined {
  const most = Math.max(0, ...points.map(([, count]) => count))
  const found = points.find(([, count]) => count === most)
  return found && most > 0 ? { startMs: found[0], count: most } : undefined
}
