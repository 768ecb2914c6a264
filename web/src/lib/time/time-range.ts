import { dayStart, floorTo, instantOf, wallOf } from '../../texts/zoned-time.ts'
import type { RangePreset } from './range-presets.ts'

/** Epoch ms; the end is exclusive. */
export interface TimeRange {
  startTime: number
  endTime: number
}

type Rule = (now: number, zone: string) => [start: number, end: number]

const minuteMs = 60_000
const hourMs = 3_600_000

/** The given number of whole hours plus the current one, so that the range is never shorter than its name says. */
const hours =
  (count: number): Rule =>
  (now, zone) => {
    const hour = floorTo(hourMs, now, zone)
    return [hour - count * hourMs, hour + hourMs]
  }

/** `count` days including today: last7days covers six days back plus today (spec 9). */
const days =
  (count: number): Rule =>
  (now, zone) => [dayStart(now, zone, 1 - count), dayStart(now, zone, 1)]

/** One whole day, `back` days ago. */
const dayAgo =
  (back: number): Rule =>
  (now, zone) => [dayStart(now, zone, -back), dayStart(now, zone, 1 - back)]

const rules: Record<Exclude<RangePreset, 'custom' | 'alltime'>, Rule> = {
  lasthour: (now, zone) => {
    const minute = floorTo(minuteMs, now, zone)
    return [minute - hourMs, minute + minuteMs]
  },
  last4hours: hours(4),
  last12hours: hours(12),
  today: days(1),
  last24hours: hours(24),
  yesterday: dayAgo(1),
  '2daysago': dayAgo(2),
  last7days: days(7),
  last28days: days(28),
  last30days: days(30),
  // Weeks start on Monday, as in the weekly report.
  thisweek: (now, zone) => [dayStart(now, zone, -daysSinceMonday(now, zone)), dayStart(now, zone, 1)],
  thismonth: (now, zone) => [calendarStart(now, zone, 'month'), dayStart(now, zone, 1)],
  thisyear: (now, zone) => [calendarStart(now, zone, 'year'), dayStart(now, zone, 1)],
}

const daysSinceMonday = (now: number, zone: string) => (new Date(wallOf(now, zone)).getUTCDay() + 6) % 7

function calendarStart(now: number, zone: string, unit: 'month' | 'year'): number {
  const shown = new Date(wallOf(now, zone))
  return instantOf(Date.UTC(shown.getUTCFullYear(), unit === 'year' ? 0 : shown.getUTCMonth()), zone)
}

/** The range of a preset at `now` in a time zone. `custom` is the chosen range. */
export function rangeOf(
  preset: RangePreset,
  zone: string,
  now: number,
  custom: { startTime?: number | undefined; endTime?: number | undefined } = {},
): TimeRange {
  if (preset === 'custom') {
    return { startTime: custom.startTime ?? 0, endTime: custom.endTime ?? dayStart(now, zone, 1) }
  }
  if (preset === 'alltime') return { startTime: 0, endTime: dayStart(now, zone, 1) }
  const [startTime, endTime] = rules[preset](now, zone)
  return { startTime, endTime }
}

/** The local time in the zone as "2026-11-17T10:36", for inputs of type datetime-local. */
export function toLocalInput(instant: number, zone: string): string {
  return new Date(wallOf(instant, zone)).toISOString().slice(0, 16)
}

/** undefined: not a time. A time skipped by a clock change means the one after it. */
export function fromLocalInput(text: string, zone: string): number | undefined {
  const wall = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(text) ? Date.parse(`${text}Z`) : Number.NaN
  return Number.isNaN(wall) ? undefined : instantOf(wall, zone)
}
