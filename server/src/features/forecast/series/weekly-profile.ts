import { hasWeeks, type SeriesModel } from './series-model.ts'
import { add, at, day, type Vector, week } from './vector.ts'

/** Weight of a season relative to the following one. */
const decay = 0.8

/**
 * The weighted mean of the same hour in past weeks, newer ones counting more, plus the deviation of the last value from it, as
 * far as it usually remains an hour later, two hours later and so on.
 */
export const weeklyProfile: SeriesModel = {
  name: 'WeeklyProfile',
  fit: (fitted) => {
    const season = hasWeeks(fitted) ? week : day
    return (history, horizon) => {
      const profile = decayedProfile(history, season, decay)
      const rest = history.map((value, hour) => value - at(profile, hour % season))
      const memory = carriedOver(rest.subarray(Math.max(0, rest.length - 3 * week)))
      let carried = at(rest, rest.length - 1)
      return Float64Array.from({ length: horizon }, (_, hour) => {
        carried *= memory
        return at(profile, (history.length + hour) % season) + carried
      })
    }
  },
}

/** Returns the mean of each hour of the season, in which older seasons count less. */
export function decayedProfile(values: Vector, season: number, decay: number): Vector {
  const sums = new Float64Array(season)
  const weights = new Float64Array(season)
  for (let hour = 0; hour < values.length; hour++) {
    const weight = decay ** Math.floor((values.length - 1 - hour) / season)
    add(sums, hour % season, weight * at(values, hour))
    add(weights, hour % season, weight)
  }
  return sums.map((sum, hour) => sum / at(weights, hour))
}

/** Returns the share of a deviation that remains an hour later, from 0 to less than 1. */
function carriedOver(rest: Vector): number {
  let [products, squares] = [0, 0]
  for (let hour = 1; hour < rest.length; hour++) {
    products += at(rest, hour) * at(rest, hour - 1)
    squares += at(rest, hour - 1) ** 2
  }
  return squares === 0 ? 0 : Math.min(0.999, Math.max(0, products / squares))
}
