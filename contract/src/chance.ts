/** Natural logarithms of factorials. */
const logFactorials = [0]

function logFactorial(n: number): number {
  for (let next = logFactorials.length; next <= n; next++)
    logFactorials[next] = (logFactorials[next - 1] ?? 0) + Math.log(next)
  return logFactorials[n] ?? 0
}

/** Above this sum of both counts the normal distribution is accurate enough. */
const exactUpTo = 2000

/**
 * Returns the probability that two counts differ at least this much in this direction if nothing has changed, doubled: by the
 * exact conditional test of two Poisson rates (Przyborowski and Wilenski, 1940). From 0 to 1. `share`: the length of the first
 * period as a share of both; by default they are equally long.
 */
export function chanceOfChange(count: number, before: number, share = 0.5): number {
  if (count === before) return 1
  const total = count + before
  const fewer = Math.min(count, before)
  const shareOfFewer = count < before ? share : 1 - share
  const shareOfMore = 1 - shareOfFewer
  if (total > exactUpTo) {
    const below = total * shareOfFewer - fewer - 0.5
    const deviation = Math.sqrt(total * shareOfFewer * shareOfMore)
    return Math.min(1, 2 * normalTail(Math.max(0, below / deviation)))
  }
  let tail = 0
  for (let least = 0; least <= fewer; least++) {
    tail += Math.exp(
      logFactorial(total) -
        logFactorial(least) -
        logFactorial(total - least) +
        least * Math.log(shareOfFewer) +
        (total - least) * Math.log(shareOfMore),
    )
  }
  return Math.min(1, 2 * tail)
}

/** Returns the probability that a count is at least this high if `expected` is usual (Poisson). From 0 to 1. */
export function chanceOfMore(count: number, expected: number): number {
  if (count <= 0) return 1
  if (expected <= 0) return 0
  let tail = 0
  // Starts at the count, until further terms no longer matter.
  for (let n = count; ; n++) {
    const term = Math.exp(n * Math.log(expected) - expected - logFactorial(n))
    tail += term
    if (n > expected && term <= tail * 1e-9) return Math.min(1, tail)
  }
}

/** Returns the upper tail of the normal distribution (Abramowitz and Stegun 26.2.17, error below 1e-7). */
function normalTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z)
  const factors = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429]
  const sum = factors.reduce((sofar, factor, n) => sofar + factor * t ** (n + 1), 0)
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum
}
