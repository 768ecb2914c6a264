import { devianceOf, type ExpectedCount, sumOf } from './count-distribution.ts'

/** An hour in the local time of a site. */
export interface HourOfWeek {
  /** 0 is Sunday. */
  weekday: number
  /** 0 to 23. */
  hour: number
  /** Whether the site is closed on that day. */
  isClosed: boolean
}

/** How many alerts started in an hour that has ended. */
export interface CountedHour extends HourOfWeek {
  /** Days in the calendar of the site between this hour's and the first day to forecast, from 1. */
  daysAgo: number
  count: number
}

/** The expected number of alerts in the hours of days that have not begun. */
export interface Intensity {
  expectHour(hour: HourOfWeek): ExpectedCount
  expectDay(hours: readonly HourOfWeek[]): ExpectedCount
  /** The count of several days together. */
  expectDays(days: readonly (readonly HourOfWeek[])[]): ExpectedCount
}

/** An hour this many days ago counts half as much as one of yesterday. */
const halfLifeDays = 28
/** The same for the overall level of the site, which changes faster than its rhythm. */
const levelHalfLifeDays = 14
/** Weight of the prior level, in expected alerts. */
const levelPrior = 15
/** Weight of the site's mean in the mean of an hour of the day or of a weekday, in hours. */
const priorHours = 24
/** Candidate weights of the expected rate in an hour of the week, in hours. The one that forecasts the last weeks best is used. */
const strengths = [1, 2, 4, 8, 16, 32]
const testWeeks = 3

/**
 * Learns the intensity of each hour of the week as a Gamma-Poisson model: the counts of past weeks, weighted by recency and
 * shrunk toward the effects of hour and weekday at this site, which are shrunk toward the mean of the site.
 */
export function learnIntensity(hours: readonly CountedHour[]): Intensity {
  const rhythm = rhythmOf(gather(hours), bestStrength(hours))
  const level = learnLevel(hours, rhythm)
  const shared = sharedVariance(hours, (hour) => scaled(rhythm(hour), level.factor))
  const expectHour = (hour: HourOfWeek) => scaled(rhythm(hour), level.factor)
  return {
    expectHour: (hour) => sumOf([expectHour(hour)], shared + level.variance),
    expectDay: (day) => sumOf(day.map(expectHour), shared + level.variance),
    // An error of the level affects all days alike, so the days are not independent.
    expectDays: (days) =>
      sumOf(
        days.map((day) => sumOf(day.map(expectHour), shared)),
        level.variance,
      ),
  }
}

type Rhythm = (hour: HourOfWeek) => ExpectedCount

const scaled = ({ mean, variance }: ExpectedCount, factor: number): ExpectedCount => ({
  mean: mean * factor,
  variance: mean * factor + (variance - mean) * factor ** 2,
})

class Level {
  count = 0
  weight = 0
  add(count: number, weight: number): void {
    this.count += weight * count
    this.weight += weight
  }
  /** Shrinks the rate toward `mean` as if that had been observed for `strength` hours. */
  toward(mean: number, strength: number): number {
    return (this.count + mean * strength) / (this.weight + strength)
  }
}

const levels = (count: number) => Array.from({ length: count }, () => new Level())
const levelAt = (of: readonly Level[], index: number) => of[index] as Level // weekdays and hours are within their lists
const weekdays = [0, 1, 2, 3, 4, 5, 6]

/** Counts of past weeks, weighted by age. Closed days are counted separately. */
function gather(hours: readonly CountedHour[]) {
  const [site, ofHour, ofWeekday, slots, closed] = [
    new Level(),
    levels(24),
    levels(7),
    levels(168),
    levels(24),
  ]
  for (const { weekday, hour, isClosed, daysAgo, count } of hours) {
    const weight = 0.5 ** (daysAgo / halfLifeDays)
    if (isClosed) {
      levelAt(closed, hour).add(count, weight)
      continue
    }
    site.add(count, weight)
    levelAt(ofHour, hour).add(count, weight)
    levelAt(ofWeekday, weekday).add(count, weight)
    levelAt(slots, weekday * 24 + hour).add(count, weight)
  }
  const mean = site.toward(0, 1)
  const byHour = ofHour.map((level) => level.toward(mean, priorHours))
  const byWeekday = ofWeekday.map((level) => level.toward(mean, priorHours))
  /** Closed days are first treated like the quietest day of the week. */
  const quietest = weekdays.reduce((a, b) => ((byWeekday[b] ?? 0) < (byWeekday[a] ?? 0) ? b : a))
  return { mean, byHour, byWeekday, quietest, slots, closed }
}

type Gathered = ReturnType<typeof gather>

const rhythmOf =
  ({ mean, byHour, byWeekday, quietest, slots, closed }: Gathered, strength: number): Rhythm =>
  ({ weekday, hour, isClosed }) => {
    const slot = isClosed ? levelAt(closed, hour) : levelAt(slots, weekday * 24 + hour)
    const usual =
      mean === 0 ? 0 : ((byHour[hour] ?? 0) * (byWeekday[isClosed ? quietest : weekday] ?? 0)) / mean
    const expected = slot.toward(usual, strength)
    // The variance of the count, and that of its mean, which decreases with the number of hours.
    return { mean: expected, variance: expected + expected / (slot.weight + strength) }
  }

/** Returns the strength that best forecast the last weeks from earlier data. */
function bestStrength(hours: readonly CountedHour[]): number {
  const deviances = strengths.map((strength) => ({ strength, deviance: 0 }))
  for (let weeksAgo = 1; weeksAgo <= testWeeks; weeksAgo++) {
    const end = weeksAgo * 7
    const known = hours.filter(({ daysAgo }) => daysAgo > end)
    if (known.length < 7 * 24) break
    const gathered = gather(known)
    const tested = hours.filter(({ daysAgo }) => daysAgo <= end && daysAgo > end - 7)
    for (const one of deviances) {
      const rhythm = rhythmOf(gathered, one.strength)
      for (const hour of tested) one.deviance += devianceOf(hour.count, rhythm(hour).mean)
    }
  }
  return deviances.reduce((best, one) => (one.deviance < best.deviance ? one : best)).strength
}

/** Returns the factor by which the last days were busier than the usual week, and its uncertainty. */
function learnLevel(hours: readonly CountedHour[], rhythm: Rhythm): { factor: number; variance: number } {
  let [count, expected, certainty] = [levelPrior, levelPrior, levelPrior]
  for (const hour of hours) {
    if (hour.daysAgo > 8 * levelHalfLifeDays) continue
    const weight = 0.5 ** (hour.daysAgo / levelHalfLifeDays)
    const { mean } = rhythm(hour)
    count += weight * hour.count
    expected += weight * mean
    certainty += weight * mean
  }
  return { factor: count / expected, variance: 1 / certainty }
}

/** Returns the extra variance of daily counts: that of a factor shared by all hours of a day. */
function sharedVariance(hours: readonly CountedHour[], rhythm: Rhythm): number {
  const days = Map.groupBy(
    hours.filter(({ daysAgo }) => daysAgo <= 2 * halfLifeDays),
    ({ daysAgo }) => daysAgo,
  )
  let [excess, squares] = [0, 0]
  for (const ofDay of days.values()) {
    const { mean, variance } = sumOf(ofDay.map(rhythm), 0)
    const count = ofDay.reduce((sum, one) => sum + one.count, 0)
    excess += (count - mean) ** 2 - variance
    squares += mean ** 2
  }
  return squares === 0 ? 0 : Math.max(0, excess / squares)
}
