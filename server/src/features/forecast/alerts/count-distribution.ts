/** The distribution of a future count. The variance is at least the mean. */
export interface ExpectedCount {
  mean: number
  variance: number
}

export interface CountRange {
  low: number
  high: number
}

/** Less likely counts are left out. */
const leftOut = 1e-7
const mostCount = 100_000

/**
 * Returns the probabilities of 0, 1, 2 … events: the negative binomial distribution, or the Poisson distribution if the
 * variance is no greater than the mean.
 */
export function probabilitiesOf({ mean, variance }: ExpectedCount): number[] {
  if (mean <= 0) return [1]
  const excess = variance - mean
  const isPoisson = excess <= mean * 1e-6
  const size = isPoisson ? 0 : mean ** 2 / excess
  const odds = isPoisson ? 0 : excess / variance
  const first = isPoisson ? -mean : -size * Math.log(variance / mean)
  // Logarithms, since the first probability of a large count is too small for a number.
  const logarithms = [first]
  let [sum, log] = [Math.exp(first), first]
  for (let count = 1; count < mostCount && !(1 - sum < leftOut && count > mean); count++) {
    log += isPoisson ? Math.log(mean / count) : Math.log((odds * (size + count - 1)) / count)
    logarithms.push(log)
    sum += Math.exp(log)
    if (count > mean && log < Math.log(leftOut) - 10) break
  }
  return logarithms.map((one) => Math.exp(one) / sum)
}

/**
 * Returns the range around the middle whose probability is closest to `share`: counts are integers, so none matches it exactly.
 * Of equally good ranges, returns the shortest.
 */
export function rangeOf(expected: ExpectedCount, share: number): CountRange {
  const probabilities = probabilitiesOf(expected)
  const [low, high] = [quantile(probabilities, (1 - share) / 2), quantile(probabilities, (1 + share) / 2)]
  let best = { low, high, off: Number.POSITIVE_INFINITY }
  for (const from of [low, low + 1])
    for (const to of [high - 1, high]) {
      if (from > to) continue
      let inside = 0
      for (let count = from; count <= to; count++) inside += probabilities[count] ?? 0
      const off = Math.abs(inside - share)
      if (off < best.off - 1e-9) best = { low: from, high: to, off }
    }
  return { low: best.low, high: best.high }
}

/** Returns the 50 % and 80 % ranges, the first within the second. */
export function rangesOf(expected: ExpectedCount): { half: CountRange; most: CountRange } {
  const [half, most] = [rangeOf(expected, 0.5), rangeOf(expected, 0.8)]
  return { half: { low: Math.max(half.low, most.low), high: Math.min(half.high, most.high) }, most }
}

/** Returns the smallest count whose cumulative probability is at least `share`. */
function quantile(probabilities: readonly number[], share: number): number {
  let sum = 0
  for (const [count, probability] of probabilities.entries()) {
    sum += probability
    if (sum >= share) return count
  }
  return Math.max(0, probabilities.length - 1)
}

/**
 * Returns the sum of independent counts, all of which may also rise and fall together: by `shared`, the variance of their
 * common factor.
 */
export function sumOf(counts: readonly ExpectedCount[], shared: number): ExpectedCount {
  let [mean, variance] = [0, 0]
  for (const count of counts) {
    mean += count.mean
    variance += count.variance
  }
  return { mean, variance: variance + shared * mean ** 2 }
}

/** Returns the Poisson deviance of a count from the expected mean; means below `least` count as `least`. */
export function devianceOf(count: number, mean: number, least = 0.01): number {
  const expected = Math.max(least, mean)
  return 2 * ((count === 0 ? 0 : count * Math.log(count / expected)) - (count - expected))
}
