import { type Interval, maxPoints } from '@eot/contract/sensors'
import { type ZoneClock, zoneClock } from '../time-zones/index.ts'
import type { Level } from './level.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Interval lengths in ms, used to bound the number of points; months and years count as their shortest. */
const lengths: Record<Exclude<Interval, 'Raw'>, number> = {
  OneMinute: minuteMs,
  FiveMinutes: 5 * minuteMs,
  FifteenMinutes: 15 * minuteMs,
  OneHour: hourMs,
  SixHours: 6 * hourMs,
  OneDay: dayMs,
  OneWeek: 7 * dayMs,
  OneMonth: 28 * dayMs,
  Year: 365 * dayMs,
}
const byLength = Object.keys(lengths) as (keyof typeof lengths)[] // in the order declared

/** Returns the length in ms, for months and years their shortest; 0 for single readings. */
export const intervalLengthMs = (interval: Interval): number => (interval === 'Raw' ? 0 : lengths[interval])

/** Returns the stored level from which an interval is aggregated. */
export function levelOf(interval: Exclude<Interval, 'Raw'>): Level {
  if (lengths[interval] < hourMs) return 'minute'
  return lengths[interval] <= dayMs ? 'hour' : 'day'
}

/**
 * Returns the finest interval, no finer than the requested one, that keeps a series within 2,000 points. `reportMs` is how
 * often the device reports: without a requested interval single readings are shown as long as they fit.
 */
export function chooseInterval(rangeMs: number, wished: Interval | undefined, reportMs: number): Interval {
  if (wished === 'Raw' || (wished === undefined && rangeMs / reportMs <= maxPoints)) return 'Raw'
  return fittingInterval({ from: 0, to: rangeMs }, wished ?? 'OneMinute', maxPoints)
}

/**
 * Returns the finest interval, no finer than the requested one, that divides [from, to) into fewer than `most` points; else
 * years.
 */
export function fittingInterval(
  { from, to }: { from: number; to: number },
  wished: Exclude<Interval, 'Raw'>,
  most: number,
): Exclude<Interval, 'Raw'> {
  const coarser = byLength.slice(byLength.indexOf(wished))
  return coarser.find((interval) => (to - from) / lengths[interval] < most) ?? 'Year'
}

/** Two days before the last instant a Date can hold, so that no zone's local time exceeds it. */
const latestMs = 8.64e15 - 2 * dayMs

/** Returns the start of the interval that contains an instant, in local time of the zone; weeks begin on Monday. */
export function intervalStart(interval: Exclude<Interval, 'Raw'>, instant: number, timeZone: string): number {
  const at = Math.min(instant, latestMs)
  const clock = zoneClock(timeZone)
  switch (interval) {
    case 'OneMinute':
      return clock.minuteStart(at)
    case 'FiveMinutes':
    case 'FifteenMinutes':
      return Math.floor(at / lengths[interval]) * lengths[interval]
    case 'OneHour':
      return clock.hourStart(at)
    case 'SixHours':
      return sixHourStart(at, clock)
    case 'OneDay':
      return clock.dayStart(at)
    case 'OneWeek':
    case 'OneMonth':
    case 'Year':
      return calendarStart(interval, at, clock)
  }
}

/** Returns the start of the interval after the one that begins at `start`, in local time of the zone. */
export function nextIntervalStart(
  interval: Exclude<Interval, 'Raw'>,
  start: number,
  timeZone: string,
): number {
  const length = lengths[interval]
  let next = intervalStart(interval, start + length, timeZone)
  // Months and years are longer than their shortest, and so are days on which the clocks are set back.
  for (let probe = start + length; next <= start; next = intervalStart(interval, probe, timeZone))
    probe += Math.min(length, dayMs) / 2
  return next
}

function sixHourStart(at: number, clock: ZoneClock): number {
  const localHour = Math.floor((at + clock.offsetAt(at)) / hourMs) % 24
  let start = clock.hourStart(at)
  // Steps hour by hour, so that quarters stay aligned to local time on a day with an offset change.
  for (
    let hour = localHour;
    hour % 6 !== 0;
    hour = Math.floor((start + clock.offsetAt(start)) / hourMs) % 24
  ) {
    start = clock.hourStart(start - 1)
    if ((Math.floor((start + clock.offsetAt(start)) / hourMs) % 24) % 6 === 0) break
  }
  return start
}

function calendarStart(interval: 'OneWeek' | 'OneMonth' | 'Year', at: number, clock: ZoneClock): number {
  const local = new Date(at + clock.offsetAt(at))
  const daysBack =
    interval === 'OneWeek'
      ? (local.getUTCDay() + 6) % 7
      : interval === 'OneMonth'
        ? local.getUTCDate() - 1
        : Math.floor(
            (Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()) -
              Date.UTC(local.getUTCFullYear(), 0, 1)) /
              dayMs,
          )
  // Noon of the first day lies in that day, whatever the offset changes in between.
  return clock.dayStart(clock.dayStart(at) - daysBack * dayMs + dayMs / 2)
}
