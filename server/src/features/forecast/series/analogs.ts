import { hasWeeks, type SeriesModel } from './series-model.ts'
import { at, day, type Vector, week } from './vector.ts'

/** How many similar stretches of the past are used. */
const mostAnalogs = 4

interface Analog {
  /** The hour after the stretch. */
  end: number
  mean: number
  distance: number
}

/** Averages what followed the past weeks or days most similar to the last one, shifted to its level. */
export const analogs: SeriesModel = {
  name: 'Analogs',
  fit(fitted) {
    const length = hasWeeks(fitted) ? week : day
    return (history, horizon) => {
      const mean = meanBefore(history, history.length, length)
      const found = findAnalogs(history, length, mean)
      const farthest = (found.at(-1)?.distance ?? 0) + 1e-9
      return Float64Array.from({ length: horizon }, (_, hour) => {
        let [sum, weights] = [0, 0]
        for (const analog of found) {
          if (analog.end + hour >= history.length) continue
          const weight = 1 / (0.1 + analog.distance / farthest)
          sum += weight * (at(history, analog.end + hour) + mean - analog.mean)
          weights += weight
        }
        // Where none of them has values, the last stretch repeats.
        return weights > 0 ? sum / weights : at(history, history.length - length + (hour % length))
      })
    }
  },
}

/** Returns stretches that end at the same hour of the day, the most similar first. */
function findAnalogs(history: Vector, length: number, mean: number): Analog[] {
  const found: Analog[] = []
  for (let end = history.length - day; end >= length; end -= day) {
    const ownMean = meanBefore(history, end, length)
    let distance = 0
    for (let back = 1; back <= length; back++)
      distance += (at(history, history.length - back) - mean - (at(history, end - back) - ownMean)) ** 2
    found.push({ end, mean: ownMean, distance })
  }
  return found.sort((a, b) => a.distance - b.distance).slice(0, mostAnalogs)
}

function meanBefore(history: Vector, end: number, length: number): number {
  let sum = 0
  for (let hour = end - length; hour < end; hour++) sum += at(history, hour)
  return sum / length
}
