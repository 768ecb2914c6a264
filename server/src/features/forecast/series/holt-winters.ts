import { minimize } from './nelder-mead.ts'
import { hasWeeks, type SeriesModel } from './series-model.ts'
import { add, at, day, type Vector, week } from './vector.ts'

/** How fast level, daily and weekly rhythm follow new values, and how much of a deviation remains an hour later. */
interface Smoothing {
  level: number
  daily: number
  weekly: number
  memory: number
}

interface Smoothed {
  /** The sum of the absolute errors one hour ahead. */
  error: number
  level: number
  daily: Vector
  weekly: Vector
  /** The last value minus level and rhythms. */
  rest: number
}

/** Exponential smoothing with a daily and a weekly rhythm and a memory of the last deviation, after Taylor (2003). */
export const holtWinters: SeriesModel = {
  name: 'HoltWinters',
  fit(fitted) {
    const isLong = hasWeeks(fitted)
    const place = minimize((at) => smooth(fitted, smoothingOf(at), isLong).error, [-4, -1.5, -1.5, 2], {
      step: 1,
      rounds: 60,
    })
    const smoothing = smoothingOf(place)
    return (history, horizon) => {
      const { level, daily, weekly, rest } = smooth(history, smoothing, isLong)
      return Float64Array.from({ length: horizon }, (_, ahead) => {
        const hour = history.length + ahead
        const carried = rest * smoothing.memory ** (ahead + 1)
        return level + at(daily, hour % day) + at(weekly, hour % week) + carried
      })
    }
  },
}

const between0And1 = (value: number) => 1 / (1 + Math.exp(-value))

/** Keeps the unbounded search within useful smoothing. */
function smoothingOf([level = 0, daily = 0, weekly = 0, memory = 0]: readonly number[]): Smoothing {
  return {
    level: 0.5 * between0And1(level),
    daily: 0.6 * between0And1(daily),
    weekly: 0.6 * between0And1(weekly),
    memory: between0And1(memory),
  }
}

function smooth(values: Vector, smoothing: Smoothing, isLong: boolean): Smoothed {
  const { daily, weekly, ...start } = startOf(values, isLong)
  let { level } = start
  let [rest, error] = [0, 0]
  // The first season is used to find the rhythm.
  const from = isLong ? week : day
  for (let hour = 0; hour < values.length; hour++) {
    const [ofDay, ofWeek] = [hour % day, hour % week]
    const deviation = at(values, hour) - level - at(daily, ofDay) - at(weekly, ofWeek)
    const surprise = deviation - smoothing.memory * rest
    if (hour >= from) error += Math.abs(surprise)
    level += smoothing.level * surprise
    add(daily, ofDay, smoothing.daily * surprise)
    if (isLong) add(weekly, ofWeek, smoothing.weekly * surprise)
    rest = deviation
  }
  const last = values.length - 1
  rest = at(values, last) - level - at(daily, last % day) - at(weekly, last % week)
  return { error, level, daily, weekly, rest }
}

/** Returns level and rhythms of the first two weeks. */
function startOf(values: Vector, isLong: boolean) {
  const first = values.subarray(0, 2 * week)
  const level = first.reduce((sum, value) => sum + value, 0) / first.length
  const daily = meanByHour(first, day, (value) => value - level)
  const weekly = isLong
    ? meanByHour(first, week, (value, hour) => value - level - at(daily, hour % day))
    : new Float64Array(week)
  return { level, daily, weekly }
}

function meanByHour(values: Vector, season: number, of: (value: number, hour: number) => number): Vector {
  const sums = new Float64Array(season)
  const counts = new Float64Array(season)
  for (const [hour, value] of values.entries()) {
    add(sums, hour % season, of(value, hour))
    add(counts, hour % season, 1)
  }
  return sums.map((sum, hour) => sum / Math.max(1, at(counts, hour)))
}
