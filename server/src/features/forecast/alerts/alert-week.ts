import { dateOf, type LocalHour, weekdayOf } from '../hours/local-hours.ts'
import { type ExpectedCount, rangesOf } from './count-distribution.ts'
import { type HourOfWeek, type Intensity, learnIntensity } from './intensity.ts'

/** The expected number of alerts: the mean, and the ranges that contain half of the counts, and 8 of 10. */
export interface Expected {
  mean: number
  low50: number
  high50: number
  low80: number
  high80: number
}

export interface ExpectedHour extends Expected {
  at: number
  hour: number
}

export interface ExpectedDay extends Expected {
  date: string
  at: number
  /** The name of the closed day; null if the site is open. */
  closed: string | null
  hours: ExpectedHour[]
}

export interface AlertWeek {
  week: Expected
  days: ExpectedDay[]
}

/** Past hours with their counts of alerts, and the closed days by number. */
export interface AlertHistory {
  hours: readonly LocalHour[]
  counts: readonly number[]
  closed: ReadonlyMap<number, string>
}

/** Forecasts the days in `coming`, the first of which has just begun: its own alerts are not known yet. */
export function forecastAlerts(
  { hours, counts, closed }: AlertHistory,
  coming: readonly LocalHour[],
): AlertWeek {
  const today = coming[0]?.day ?? 0
  const intensity = learnIntensity(
    hours.map((hour, index) => ({
      ...ofWeek(hour, closed),
      daysAgo: today - hour.day,
      count: counts[index] ?? 0,
    })),
  )
  const days = [...Map.groupBy(coming, ({ day }) => day)]
  return {
    week: expectedOf(
      intensity.expectDays(days.map(([, ofDay]) => ofDay.map((hour) => ofWeek(hour, closed)))),
    ),
    days: days.map(([day, ofDay]) => expectDay(intensity, day, ofDay, closed)),
  }
}

function expectDay(
  intensity: Intensity,
  day: number,
  hours: readonly LocalHour[],
  closed: ReadonlyMap<number, string>,
): ExpectedDay {
  return {
    date: dateOf(day),
    at: hours[0]?.at ?? 0,
    closed: closed.get(day) ?? null,
    ...expectedOf(intensity.expectDay(hours.map((hour) => ofWeek(hour, closed)))),
    hours: hours.map((hour) => ({
      at: hour.at,
      hour: hour.hour,
      ...expectedOf(intensity.expectHour(ofWeek(hour, closed))),
    })),
  }
}

const ofWeek = ({ day, hour }: LocalHour, closed: ReadonlyMap<number, string>): HourOfWeek => ({
  weekday: weekdayOf(day),
  hour,
  isClosed: closed.has(day),
})

function expectedOf(expected: ExpectedCount): Expected {
  const { half, most } = rangesOf(expected)
  return {
    mean: Number(expected.mean.toPrecision(4)),
    low50: half.low,
    high50: half.high,
    low80: most.low,
    high80: most.high,
  }
}

/** Returns the busiest hour of a week that has not begun by `now`, if at least one alert in two such hours is expected. */
export function busiestHour({ days }: AlertWeek, now: number): ExpectedHour | undefined {
  const hours = days.flatMap((day) => day.hours.filter(({ at }) => at > now))
  const busiest = hours.reduce<ExpectedHour | undefined>(
    (best, hour) => (best && best.mean >= hour.mean ? best : hour),
    undefined,
  )
  return busiest && busiest.mean >= 0.5 ? busiest : undefined
}
