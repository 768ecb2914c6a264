import { dateFormat } from '../../texts/date-format.ts'
import { dayStart, wallOf } from '../../texts/zoned-time.ts'

export interface CalendarDay {
  startMs: number
  /** Exclusive: the start of the next day. */
  endMs: number
  /** null: the day is in the future. */
  value: number | null
}

export type PastDay = CalendarDay & { value: number }

export interface CalendarWeek {
  /** The first of its days that is in the year. */
  startMs: number
  /** From Monday; undefined: a day of another year. */
  days: (CalendarDay | undefined)[]
}

export type DayValues = readonly (readonly [startMs: number, value: number])[]

/**
 * Returns the days of a year in its time zone, in weeks from Monday, up to December 31. `known` has each day from January 1
 * with its value, without gaps.
 */
export function calendarOf(known: DayValues, zone: string): CalendarWeek[] {
  const weeks: CalendarWeek[] = []
  const values = new Map(known)
  const [first] = known
  if (!first) return []
  const year = yearOf(first[0], zone)
  for (let startMs = first[0]; yearOf(startMs, zone) === year; ) {
    const weekday = (new Date(wallOf(startMs, zone)).getUTCDay() + 6) % 7
    if (weekday === 0 || weeks.length === 0) weeks.push({ startMs, days: Array(7).fill(undefined) })
    const week = weeks.at(-1)
    const endMs = dayStart(startMs, zone, 1)
    if (week) week.days[weekday] = { startMs, endMs, value: values.get(startMs) ?? null }
    startMs = endMs
  }
  return weeks
}

const yearOf = (ms: number, zone: string) => new Date(wallOf(ms, zone)).getUTCFullYear()

/** Returns the date of a day in words, for its label. */
export const yearDayName = (ms: number, zone: string): string =>
  dateFormat(zone, { weekday: 'short', day: 'numeric', month: 'short' }).format(ms)
