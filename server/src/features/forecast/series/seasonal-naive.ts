import type { SeriesModel } from './series-model.ts'
import { hasWeeks } from './series-model.ts'
import { at, day, week } from './vector.ts'

/** Repeats the last `season` hours. */
export const repeatLast = (name: string, seasonOf: (isLong: boolean) => number): SeriesModel => ({
  name,
  fit(fitted) {
    const season = Math.min(fitted.length, seasonOf(hasWeeks(fitted)))
    return (history, horizon) =>
      Float64Array.from({ length: horizon }, (_, hour) =>
        at(history, history.length - season + (hour % season)),
      )
  },
})

/**
 * The simple rule with which every forecast is compared: the same hour a week ago, or a day ago if there are less than two
 * weeks.
 */
export const seasonalNaive = repeatLast('SeasonalNaive', (isLong) => (isLong ? week : day))
