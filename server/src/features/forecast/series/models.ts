import { medianOf } from '@eot/contract/quantile'
import { analogs } from './analogs.ts'
import { decomposition } from './decomposition.ts'
import { holtWinters } from './holt-winters.ts'
import { dailyChanges, lags } from './lag-regression.ts'
import { seasonalNaive } from './seasonal-naive.ts'
import { hasWeeks, type SeriesModel } from './series-model.ts'
import { at } from './vector.ts'
import { weeklyProfile } from './weekly-profile.ts'

const members = [weeklyProfile, lags, dailyChanges, analogs, holtWinters, decomposition]
/**
 * The models for a few days, which are too few to find similar ones in or to learn many lags of changes from. Any model may be
 * worse than repeating them.
 */
const membersOfDays = [seasonalNaive, weeklyProfile, lags, holtWinters, decomposition]

/** The median of the other models in every hour: where one is wrong, the others outvote it. */
export const combination: SeriesModel = {
  name: 'Combination',
  fit(fitted) {
    const continuations = (hasWeeks(fitted) ? members : membersOfDays).map((model) => model.fit(fitted))
    return (history, horizon) => {
      const forecasts = continuations.map((continueHistory) => continueHistory(history, horizon))
      return Float64Array.from({ length: horizon }, (_, hour) =>
        medianOf(forecasts.map((forecast) => at(forecast, hour))),
      )
    }
  },
}

/** Every model that a series can be forecast with. */
export const seriesModels: readonly SeriesModel[] = [seasonalNaive, ...members, combination]
