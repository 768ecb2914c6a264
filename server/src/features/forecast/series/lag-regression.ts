import { LeastSquares } from './least-squares.ts'
import type { Continuation, SeriesModel } from './series-model.ts'
import { at, meanOf, type Vector } from './vector.ts'

/** Lags, in hours, of the values that the next one depends on, ascending. */
const hoursBack = [1, 2, 3, 23, 24, 25, 48, 72, 96, 120, 144, 167, 168, 169]
const hoursBackOfChanges = [
  1, 2, 3, 4, 5, 6, 12, 22, 23, 24, 25, 26, 47, 48, 49, 72, 96, 120, 143, 144, 145, 166, 167, 168, 169, 170,
]
/** Keeps the coefficients of standardized values small. */
const penalty = 1
/** Forecasts stay within this many standard deviations, so that they cannot diverge hour by hour. */
const mostDeviations = 6

/** Linear regression of the next value on the values of the last hours and of the same hour on the last days. */
export const lags: SeriesModel = {
  name: 'Lags',
  fit: (history) =>
    history.every((value) => value > 0) ? fitLogarithms(history) : fitLags(history, hoursBack),
}

/** Like `lags`, for the change from the day before. */
export const dailyChanges: SeriesModel = {
  name: 'DailyChanges',
  fit(fitted) {
    const continueChanges = fitLags(changesOf(fitted), hoursBackOfChanges)
    return (history, horizon) => {
      const changes = continueChanges(changesOf(history), horizon)
      const values = new Float64Array(history.length + horizon)
      values.set(history)
      for (let hour = 0; hour < horizon; hour++)
        values[history.length + hour] = at(values, history.length + hour - period) + at(changes, hour)
      return values.slice(history.length)
    }
  },
}

const period = 24
const changesOf = (values: Vector) => values.subarray(period).map((value, hour) => value - at(values, hour))

function fitLogarithms(fitted: Vector): Continuation {
  const continueLogarithms = fitLags(fitted.map(Math.log), hoursBack)
  const least = Math.min(...fitted) / 2
  return (history, horizon) =>
    continueLogarithms(
      history.map((value) => Math.log(Math.max(least, value))),
      horizon,
    ).map(Math.exp)
}

function fitLags(fitted: Vector, wished: readonly number[]): Continuation {
  // Leaves at least half of a short history to learn from.
  const lags = wished.filter((lag) => lag <= fitted.length / 2)
  const longest = lags.at(-1) ?? 0
  const mean = meanOf(fitted)
  const deviation = Math.sqrt(meanOf(fitted.map((value) => (value - mean) ** 2))) || 1
  const standardized = (values: Vector) => values.map((value) => (value - mean) / deviation)
  const inputs = new Float64Array(lags.length + 1).fill(1) // the last one is the constant
  const take = (values: Vector, hour: number) => {
    for (const [index, lag] of lags.entries()) inputs[index] = at(values, hour - lag)
    return inputs
  }
  const sums = new LeastSquares(inputs.length)
  const known = standardized(fitted)
  for (let hour = longest; hour < known.length; hour++) sums.add(take(known, hour), at(known, hour))
  const coefficients = sums.solve(new Float64Array(inputs.length).fill(penalty).fill(penalty / 1000, -1))
  return (history, horizon) => {
    const values = new Float64Array(history.length + horizon)
    values.set(standardized(history))
    for (let hour = history.length; hour < values.length; hour++) {
      let next = 0
      take(values, hour)
      for (let index = 0; index < inputs.length; index++) next += at(coefficients, index) * at(inputs, index)
      values[hour] = Math.min(mostDeviations, Math.max(-mostDeviations, next))
    }
    return values.subarray(history.length).map((value) => value * deviation + mean)
  }
}
