import { Temporal } from 'temporal-polyfill'
import type { RangePreset } from './range-presets.ts'

/** Half-open, epoch milliseconds. */
export interface TimeRange {
  startTime: number
  endTime: number
}

type Rule = (now: Temporal.ZonedDateTime) => [start: Temporal.ZonedDateTime, end: Temporal.ZonedDateTime]

const floor = (time: Temporal.ZonedDateTime, unit: 'minute' | 'hour') =>
  time.round({ smallestUnit: unit, roundingMode: 'floor' })

const after = (unit: 'minute' | 'hour', now: Temporal.ZonedDateTime) =>
  floor(now, unit).add({ [`${unit}s`]: 1 })

/** The first moment of a day: not midnight where a clock change skips it. */
const dayStart = (now: Temporal.ZonedDateTime, daysAhead = 0) => now.add({ days: daysAhead }).startOfDay()

/** Whole hours back and the current one: never less than the name says. */
const hours =
  (count: number): Rule =>
  (now) => [floor(now, 'hour').subtract({ hours: count }), after('hour', now)]

/** `count` days including today: last7days is six days back plus today (spec 9). */
const days =
  (count: number): Rule =>
  (now) => [dayStart(now, 1 - count), dayStart(now, 1)]

/** One whole day, `back` days ago. */
const dayAgo =
  (back: number): Rule =>
  (now) => [dayStart(now, -back), dayStart(now, 1 - back)]

const rules: Record<Exclude<RangePreset, 'custom' | 'alltime'>, Rule> = {
  lasthour: (now) => [floor(now, 'minute').subtract({ hours: 1 }), after('minute', now)],
  last4hours: hours(4),
  last12hours: hours(12),
  today: days(1),
  last24hours: hours(24),
  yesterday: dayAgo(1),
  '2daysago': dayAgo(2),
  last7days: days(7),
  last28days: days(28),
  last30days: days(30),
  // Weeks start on Monday, as the weekly report's do.
  thisweek: (now) => [dayStart(now, 1 - now.dayOfWeek), dayStart(now, 1)],
  thismonth: (now) => [now.with({ day: 1 }).startOfDay(), dayStart(now, 1)],
  thisyear: (now) => [now.with({ month: 1, day: 1 }).startOfDay(), dayStart(now, 1)],
}

/** The range a preset means at this moment in this zone; `custom` is what was chosen. */
export function rangeOf(
  preset: RangePreset,
  zone: string,
  now: number,
  custom?: Partial<TimeRange>,
): TimeRange {
  const zoned = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone)
  if (preset === 'custom') {
    return { startTime: custom?.startTime ?? 0, endTime: custom?.endTime ?? epoch(dayStart(zoned, 1)) }
  }
  if (preset === 'alltime') return { startTime: 0, endTime: epoch(dayStart(zoned, 1)) }
  const [start, end] = rules[preset](zoned)
  return { startTime: epoch(start), endTime: epoch(end) }
}

/** "2026-11-17T10:36", as inputs of type datetime-local want it, in the zone. */
export function toLocalInput(instant: number, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(instant)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })
}

/** undefined: not a time. A time that a clock change skips means the one after it. */
export function fromLocalInput(text: string, zone: string): number | undefined {
  try {
    return epoch(Temporal.PlainDateTime.from(text).toZonedDateTime(zone))
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const epoch = (time: Temporal.ZonedDateTime) => time.epochMilliseconds
