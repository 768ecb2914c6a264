import type { Point } from '@eot/contract/sensors'
import { shortestDecimal } from './packed-numbers.ts'
import { type Part, shownMean } from './part.ts'

const percents = [5, 50, 95] as const

/** The samples of a bucket or a range, as far as they are known. */
export interface Samples {
  /** Samples of which the value is known, in single precision. */
  values: number[]
  /** The others: for each part, the mean and the bounds. */
  parts: Part[]
}

/** p5, p50 and p95, and the largest possible error of each. */
export type Percentiles = [number, number, number, number, number, number]

/** Returns what is known about the samples of a point from the point itself. */
export const samplesOfPoint = ([start, mean, min, max, count]: Point): Samples =>
  addTo({ values: [], parts: [] }, { start, count, min, max, sum: mean * count })

/** Adds a part. If it has one sample, its value is known. */
export function addTo(samples: Samples, part: Part): Samples {
  if (part.count === 1) samples.values.push(Math.fround(part.min))
  else samples.parts.push(part)
  return samples
}

/** Returns whether samples are those of a point, and none is missing. */
export function isAllOf({ values, parts }: Samples, [, , min, max, count]: Point): boolean {
  const found = { count: values.length, min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY }
  for (const value of values) {
    if (value < found.min) found.min = value
    if (value > found.max) found.max = value
  }
  for (const part of parts) {
    found.count += part.count
    found.min = Math.min(found.min, lowOf(part))
    found.max = Math.max(found.max, highOf(part))
  }
  return found.count === count && found.min === Math.fround(min) && found.max === Math.fround(max)
}

/**
 * Returns percentiles by the nearest rank: the smallest sample that at least this percentage does not exceed. The samples of a
 * part are between its bounds, so a percentile of all samples is certain to be between the same percentile of the lower and of
 * the upper bounds. It is estimated by the same percentile of the means, which is between these too. undefined: there are no
 * samples.
 */
export function percentilesOf({ values, parts }: Samples): Percentiles | undefined {
  const count = parts.reduce((sum, part) => sum + part.count, values.length)
  if (count === 0) return undefined
  const ranks = percents.map((percent) => Math.max(1, Math.ceil((percent * count) / 100)))
  const sorted = Float64Array.from(values).sort()
  const ranked = (shownBy: (part: Part) => number) =>
    valuesAt(
      ranks,
      sorted,
      parts.map((part) => ({ value: shownBy(part), count: part.count })).sort((a, b) => a.value - b.value),
    ).map(shown)
  const lows = ranked(lowOf)
  if (parts.length === 0) return withErrors(lows, lows, lows)
  // A mean of equal numbers may exceed them by the rounding error of their sum.
  const means = ranked((part) => Math.min(Math.max(part.sum / part.count, lowOf(part)), highOf(part)))
  return withErrors(means, lows, ranked(highOf))
}

/** In single precision, like the values. */
const lowOf = ({ min }: Part) => Math.fround(min)
const highOf = ({ max }: Part) => Math.fround(max)

interface Weighted {
  value: number
  count: number
}

/** Returns the values at some ranks, ascending, among single values and values that count several times, both ascending. */
function valuesAt(ranks: readonly number[], singles: Float64Array, weighted: readonly Weighted[]): number[] {
  const found: number[] = []
  let [single, next, seen] = [0, 0, 0]
  while (found.length < ranks.length) {
    const one = singles[single] ?? Number.POSITIVE_INFINITY
    const many = weighted[next]
    const isSingle = many === undefined || one <= many.value
    if (isSingle) single += 1
    else next += 1
    seen += isSingle ? 1 : many.count
    while (seen >= (ranks[found.length] ?? Number.POSITIVE_INFINITY)) found.push(isSingle ? one : many.value)
  }
  return found
}

function withErrors(
  values: readonly number[],
  lows: readonly number[],
  highs: readonly number[],
): Percentiles {
  const [p5 = 0, p50 = 0, p95 = 0] = values
  const [e5 = 0, e50 = 0, e95 = 0] = values.map((value, index) =>
    shownMean(Math.max((highs[index] ?? value) - value, value - (lows[index] ?? value))),
  )
  return [p5, p50, p95, e5, e50, e95]
}

/** Rounds a value for display. The value of a reading keeps its stored form. */
const shown = (value: number) => (Math.fround(value) === value ? shortestDecimal(value) : shownMean(value))
