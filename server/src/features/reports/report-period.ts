import type { ReportSchedule } from '@eot/contract/own-reports'
import { zoneClock } from '../time-zones/index.ts'

/** The types of reports with a fixed period: the week from Monday, the calendar month, the day. */
export const periodTypes = ['Pdf-Weekly', 'Pdf-Monthly', 'Heatmap-Alerts'] as const
export type PeriodType = (typeof periodTypes)[number]

/** Returns the type of the periods of a schedule. undefined: not generated automatically. */
export const scheduledTypeOf = (schedule: ReportSchedule): PeriodType | undefined =>
  schedule === 'None' ? undefined : `Pdf-${schedule}`

/** Calendar days as YYYY-MM-DD, both inclusive. */
export interface Period {
  firstDay: string
  lastDay: string
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const dueHour = 6

const toNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / dayMs
const toDay = (number: number): string => new Date(number * dayMs).toISOString().slice(0, 10)

export const addDays = (day: string, days: number): string => toDay(toNumber(day) + days)
export const daysIn = ({ firstDay, lastDay }: Period): number => toNumber(lastDay) - toNumber(firstDay) + 1
export const listDays = (period: Period): string[] =>
  Array.from({ length: daysIn(period) }, (_, index) => addDays(period.firstDay, index))
/** 0 is Monday. */
const weekdayOf = (day: string): number => (toNumber(day) + 3) % 7

/** Returns the period of a type that contains a day. */
export function periodWith(type: PeriodType, day: string): Period {
  if (type === 'Heatmap-Alerts') return { firstDay: day, lastDay: day }
  if (type === 'Pdf-Weekly') {
    const firstDay = addDays(day, -weekdayOf(day))
    return { firstDay, lastDay: addDays(firstDay, 6) }
  }
  const firstDay = `${day.slice(0, 8)}01`
  return { firstDay, lastDay: addDays(`${addDays(firstDay, 31).slice(0, 8)}01`, -1) }
}

/** Returns the period before, for comparison: the one of the same kind, or as many days. */
export function periodBefore(period: Period, type?: PeriodType): Period {
  const lastDay = addDays(period.firstDay, -1)
  return type ? periodWith(type, lastDay) : { firstDay: addDays(lastDay, 1 - daysIn(period)), lastDay }
}

/** Converts an instant in epoch ms to local time: the epoch ms at which a clock in UTC shows the same date and time. */
const wallAt = (at: number, timeZone: string): number => at + zoneClock(timeZone).offsetAt(at)

/**
 * Converts local time to an instant, in epoch ms. For a time that a clock change repeats, this is the earlier instant; a time that
 * it skips is moved forward by the length of the gap.
 */
function instantOf(wall: number, timeZone: string): number {
  const clock = zoneClock(timeZone)
  // Clocks change at most once within two days.
  const [before, after] = [wall - clock.offsetAt(wall - dayMs), wall - clock.offsetAt(wall + dayMs)]
  return wallAt(before, timeZone) !== wall && wallAt(after, timeZone) === wall ? after : before
}

/** Returns the instant with the same local time some days before, in epoch ms. */
export const daysBefore = (at: number, days: number, timeZone: string): number =>
  instantOf(wallAt(at, timeZone) - days * dayMs, timeZone)

/** Counts the days of a period on which this hour of the week has begun by `at`, in epoch ms. Weekday 0 is Sunday. */
export function countBegun(
  period: Period,
  { weekday, hour }: { weekday: number; hour: number },
  { at, timeZone }: { at: number; timeZone: string },
): number {
  const wall = wallAt(at, timeZone)
  const starts = listDays(period).map((day) => toNumber(day) * dayMs + hour * hourMs)
  return starts.filter((start) => new Date(start).getUTCDay() === weekday && start < wall).length
}

/** Returns the day at an instant, in epoch ms, in a time zone. */
export const dayAt = (at: number, timeZone: string): string =>
  new Date(wallAt(at, timeZone)).toISOString().slice(0, 10)

/** Returns the first instant of a day, in epoch ms. */
export function startOfDay(day: string, timeZone: string): number {
  const clock = zoneClock(timeZone)
  const noon = toNumber(day) * dayMs + dayMs / 2
  return clock.dayStart(noon - clock.offsetAt(noon))
}

/** [from, to) in epoch ms. */
export const rangeOfPeriod = ({ firstDay, lastDay }: Period, timeZone: string) => ({
  from: startOfDay(firstDay, timeZone),
  to: startOfDay(addDays(lastDay, 1), timeZone),
})

/** Returns when the report of a period is generated: at 06:00 on the day after. */
export const dueAt = ({ lastDay }: Period, timeZone: string): number =>
  instantOf(toNumber(addDays(lastDay, 1)) * dayMs + dueHour * hourMs, timeZone)

/** Returns the periods of a type whose reports are due in (after, until], in epoch ms, oldest first. */
export function duePeriods(type: PeriodType, timeZone: string, after: number, until: number): Period[] {
  const due: Period[] = []
  let period = periodWith(type, addDays(dayAt(after, timeZone), -1))
  for (let at = dueAt(period, timeZone); at <= until; at = dueAt(period, timeZone)) {
    if (at > after) due.push(period)
    period = periodWith(type, addDays(period.lastDay, 1))
  }
  return due
}

/**
 * Returns when the next report of a type is due after an instant, in epoch ms. Early in the morning, this may be the report of
 * the last period.
 */
export function nextDueAt(type: PeriodType, timeZone: string, now: number): number {
  const last = periodWith(type, addDays(periodWith(type, dayAt(now, timeZone)).firstDay, -1))
  const at = dueAt(last, timeZone)
  return at > now ? at : dueAt(periodWith(type, addDays(last.lastDay, 1)), timeZone)
}
