import { quantileOf } from '@eot/contract/quantile'
import type { BackTest, Miss } from './back-test.ts'
import { add, at, day, meanOf, type Vector } from './vector.ts'

/** The lower and upper bounds within which half of the values, and 8 of 10, are expected. */
export interface Bands {
  low80: Vector
  low50: Vector
  high50: Vector
  high80: Vector
}

/** The first hours after the last value are more certain than the following days. */
const stages = [6, day, Number.POSITIVE_INFINITY]
/** Weight of the misses of all hours in the misses of each hour of the day. */
const sharedMisses = 6
/**
 * The number of independent days that a back-test is worth: its origins overlap, and the model was chosen by it. With n of
 * them, the quantile of n + 1 is taken.
 */
const independentDays = 16
const cautious = (share: number) => (share * (independentDays + 1)) / independentDays

/**
 * Returns bands as wide as the misses of the back-test (split conformal prediction): wider at hours of the day at which the
 * model misses more, and farther ahead.
 */
export function bandsOf(
  { misses }: BackTest,
  { point, start, within }: { point: Vector; start: number; within: (value: number) => number },
): Bands {
  const usual = usualMiss(misses)
  const ratios = misses.map(({ hour, ahead, miss }) => ({
    ahead,
    ratio: Math.abs(miss) / (at(usual, hour % day) || 1),
  }))
  const ofStages = stages.map((until, index) => {
    const from = stages[index - 1] ?? 0
    const own = ratios.filter(({ ahead }) => ahead > from && ahead <= until)
    // A stage with few tests is no more certain than all of them together.
    const taken = (own.length >= 20 ? own : ratios).map(({ ratio }) => ratio)
    return { until, half: quantileOf(taken, cautious(0.5)), most: quantileOf(taken, cautious(0.8)) }
  })
  const widths = (of: 'half' | 'most') =>
    point.map((_, ahead) => {
      const stage = ofStages.find(({ until }) => ahead < until)
      return (stage?.[of] ?? 0) * at(usual, (start + ahead) % day)
    })
  const [half, most] = [widths('half'), widths('most')]
  const shifted = (by: Vector, sign: 1 | -1) =>
    point.map((value, hour) => within(value + sign * at(by, hour)))
  return {
    low80: shifted(most, -1),
    low50: shifted(half, -1),
    high50: shifted(half, 1),
    high80: shifted(most, 1),
  }
}

/**
 * Returns the mean absolute miss at each hour of the day, counted from the start of the series, shrunk toward that of all
 * hours.
 */
function usualMiss(misses: readonly Miss[]): Vector {
  const all = meanOf(misses.map(({ miss }) => Math.abs(miss))) || 0
  const sums = new Float64Array(day).fill(all * sharedMisses)
  const counts = new Float64Array(day).fill(sharedMisses)
  for (const { hour, miss } of misses)
    for (const near of [hour - 1, hour, hour + 1]) {
      const weight = near === hour ? 1 : 0.5
      add(sums, (near + day) % day, weight * Math.abs(miss))
      add(counts, (near + day) % day, weight)
    }
  return sums.map((sum, hour) => sum / at(counts, hour))
}
