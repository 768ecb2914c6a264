import { type BackTest, backTest, backTestOrigins } from './back-test.ts'
import { type Bands, bandsOf } from './bands.ts'
import { combination, seriesModels } from './models.ts'
import { seasonalNaive } from './seasonal-naive.ts'
import type { SeriesModel } from './series-model.ts'
import { at, type Vector } from './vector.ts'

export interface SeriesForecast {
  /** The name of the model that was most accurate in the back-test. */
  model: string
  /** The most likely value of each hour. */
  point: Vector
  bands: Bands
  /** The value of the same hour a week ago. */
  naive: Vector
  /** Mean absolute error in the back-test, of the model and of the simple rule. */
  error: number
  naiveError: number
}

/**
 * Another model must be better than the combination by more than this factor, since its accuracy varies more from day to day.
 */
const combinationCredit = 0.95
/** With fewer origins, the back-test cannot determine the best model, so the median of the models is used. */
const leastOrigins = 5

/** Forecasts hourly values without gaps. `isMeasured` excludes filled hours from the back-test. */
export function forecastSeries(
  history: Vector,
  horizon: number,
  isMeasured: (hour: number) => boolean = () => true,
): SeriesForecast {
  const origins = backTestOrigins(history.length, horizon)
  const tests = seriesModels.map((model) => ({
    model,
    test: backTest(model, history, { horizon, origins, isMeasured }),
  }))
  const candidates =
    origins.length < leastOrigins ? tests.filter(({ model }) => model === combination) : tests
  const best = candidates.reduce((a, b) => (costOf(b) < costOf(a) ? b : a))
  const naive = tests.find(({ model }) => model === seasonalNaive) ?? best
  const within = boundsOf(history)
  const point = best.model.fit(history)(history, horizon).map(within)
  return {
    model: best.model.name,
    point,
    bands: bandsOf(best.test, { point, start: history.length, within }),
    naive: naive.model.fit(history)(history, horizon),
    error: best.test.error,
    naiveError: naive.test.error,
  }
}

const costOf = ({ model, test }: { model: SeriesModel; test: BackTest }) =>
  test.error * (model === combination ? combinationCredit : 1)

/**
 * Returns a function that limits values to the range of the history plus a fifth of it on each side. Values that were never
 * negative stay non-negative.
 */
export function boundsOf(history: Vector): (value: number) => number {
  let [low, high] = [at(history, 0), at(history, 0)]
  for (const value of history) {
    if (value < low) low = value
    if (value > high) high = value
  }
  const room = (high - low) / 5
  const least = low >= 0 ? Math.max(low / 2, low - room) : low - room
  return (value) => Math.min(high + room, Math.max(least, value))
}
