import { type Continuation, hasWeeks, type SeriesModel } from './series-model.ts'
import { add, at, day, type Vector, week } from './vector.ts'
import { decayedProfile } from './weekly-profile.ts'

const decay = 0.8
/** Candidate smoothing factors of the level. The one that fits the history best is used. */
const speeds = [0.05, 0.1, 0.2, 0.4, 0.7, 0.95]

/** Separates trend and rhythm by moving averages, and continues the remainder by exponential smoothing. */
export const decomposition: SeriesModel = {
  name: 'Decomposition',
  fit(fitted) {
    const season = hasWeeks(fitted) ? week : day
    if (!fitted.every((value) => value > 0)) return decompose(season)
    // A rhythm that grows with the level is constant in logarithms.
    const least = Math.min(...fitted) / 2
    const continueLogarithms = decompose(season)
    return (history, horizon) =>
      continueLogarithms(
        history.map((value) => Math.log(Math.max(least, value))),
        horizon,
      ).map(Math.exp)
  },
}

const decompose =
  (season: number): Continuation =>
  (history, horizon) => {
    const trend = movingAverage(history, season)
    const profile = decayedProfile(
      history.map((value, hour) => value - at(trend, hour)),
      season,
      decay,
    )
    const level = smoothedLevel(history.map((value, hour) => value - at(profile, hour % season)))
    return Float64Array.from(
      { length: horizon },
      (_, hour) => level + at(profile, (history.length + hour) % season),
    )
  }

/** Returns the mean of a season around each hour; at the ends, that of the first or last season. */
function movingAverage(values: Vector, season: number): Vector {
  const sums = new Float64Array(values.length + 1)
  for (const [hour, value] of values.entries()) add(sums, hour + 1, at(sums, hour) + value)
  return values.map((_, hour) => {
    const from = Math.max(0, Math.min(hour - season / 2, values.length - season))
    const to = Math.min(values.length, from + season)
    return (at(sums, to) - at(sums, from)) / (to - from)
  })
}

function smoothedLevel(values: Vector): number {
  let best = { error: Number.POSITIVE_INFINITY, level: 0 }
  for (const speed of speeds) {
    let [level, error] = [at(values, 0), 0]
    for (const value of values) {
      const surprise = value - level
      error += surprise ** 2
      level += speed * surprise
    }
    if (error < best.error) best = { error, level }
  }
  return best.level
}
