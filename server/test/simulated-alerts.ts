import { devianceOf, rangeOf } from '../src/features/forecast/alerts/count-distribution.ts'
import { type CountedHour, learnIntensity } from '../src/features/forecast/alerts/intensity.ts'

export interface SimulatedHour extends Omit<CountedHour, 'daysAgo'> {
  /** From 0. */
  day: number
  /** The true mean. */
  intensity: number
}

/**
 * Simulates the alerts of a school by the hour, at random with a known intensity: busy between lessons, quiet at night and on
 * weekends, a staff day every four weeks, and a third more or less over the year.
 */
export function simulateAlerts(days: number, seed: number): SimulatedHour[] {
  const random = randomOf(seed)
  const hours: SimulatedHour[] = []
  for (let day = 0; day < days; day++) {
    const weekday = (day + 1) % 7
    const isClosed = day % 28 === 18
    const isOpen = weekday > 0 && weekday < 6 && !isClosed
    const season = 1 + Math.sin((2 * Math.PI * day) / 365) / 3
    for (let hour = 0; hour < 24; hour++) {
      const lesson = hour >= 7 && hour <= 15 ? (busyHours[hour] ?? 0.35) : 0.02
      const tuesday = weekday === 2 && hour === 11 ? 2.5 : 1
      const intensity = season * (isOpen ? lesson * tuesday : 0.015)
      hours.push({ day, weekday, hour, isClosed, intensity, count: poisson(intensity, random) })
    }
  }
  return hours
}

const busyHours: Readonly<Record<number, number>> = { 8: 0.8, 10: 1.6, 11: 1.2, 12: 1.9, 14: 0.9 }

/** Creates a separate random generator, so that a seed gives the same alerts everywhere (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function poisson(mean: number, random: () => number): number {
  const limit = Math.exp(-mean)
  let [count, product] = [0, random()]
  while (product > limit) {
    count++
    product *= random()
  }
  return count
}

/** Returns the hours of the days before `day`, as they are known when it begins. */
export const knownBefore = (hours: readonly SimulatedHour[], day: number, mostDays = 182): CountedHour[] =>
  hours
    .filter((hour) => hour.day < day && hour.day >= day - mostDays)
    .map(({ weekday, hour, isClosed, count, day: own }) => ({
      weekday,
      hour,
      isClosed,
      count,
      daysAgo: day - own,
    }))

export interface ReplayedForecasts {
  /** Open days, and how many of them had a count within their 80 % and 50 % ranges. */
  days: number
  inside80: number
  inside50: number
  weeks: number
  weeksInside: number
  /** Deviance of the counts of all hours from the forecast, from the counts a week before, and from the true intensity. */
  deviance: number
  lastWeek: number
  known: number
}

/** Forecasts the days of a simulation, each from the days before it. */
export function replayForecasts(
  hours: readonly SimulatedHour[],
  { from, step }: { from: number; step: number },
): ReplayedForecasts {
  const sums = {
    days: 0,
    inside80: 0,
    inside50: 0,
    weeks: 0,
    weeksInside: 0,
    deviance: 0,
    lastWeek: 0,
    known: 0,
  }
  const byDay = [...Map.groupBy(hours, ({ day }) => day).values()]
  const countOf = (some: readonly SimulatedHour[]) => some.reduce((sum, { count }) => sum + count, 0)
  for (let day = from; day < byDay.length; day += step) {
    const today = byDay[day] ?? []
    const intensity = learnIntensity(knownBefore(hours, day))
    for (const hour of today) {
      sums.deviance += devianceOf(hour.count, intensity.expectHour(hour).mean)
      sums.lastWeek += devianceOf(hour.count, byDay[day - 7]?.[hour.hour]?.count ?? 0)
      sums.known += devianceOf(hour.count, hour.intensity)
    }
    // The range of a day with hardly any alerts is 0 to 0 and covers nearly all of them.
    if (today.every(({ isClosed, weekday }) => !isClosed && weekday > 0 && weekday < 6)) {
      const expected = intensity.expectDay(today)
      const [wide, half] = [rangeOf(expected, 0.8), rangeOf(expected, 0.5)]
      const count = countOf(today)
      sums.days++
      if (count >= wide.low && count <= wide.high) sums.inside80++
      if (count >= half.low && count <= half.high) sums.inside50++
    }
    const week = byDay.slice(day, day + 7)
    if (day % 7 === 0 && week.length === 7) {
      const { low, high } = rangeOf(intensity.expectDays(week), 0.8)
      const count = countOf(week.flat())
      sums.weeks++
      if (count >= low && count <= high) sums.weeksInside++
    }
  }
  return sums
}
