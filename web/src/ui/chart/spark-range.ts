interface SparkScale {
  leastRange?: number | undefined
  least?: number | undefined
}

/**
 * The values at the bottom and top of a sparkline. The range contains all samples and the level and spans at least
 * `leastRange`; widening it never takes it below `least`.
 */
export function sparkRange(
  samples: readonly (readonly [ms: number, value: number])[],
  level: number | null,
  { leastRange = 0, least = Number.NEGATIVE_INFINITY }: SparkScale,
): { low: number; high: number } {
  let low = level ?? Number.POSITIVE_INFINITY
  let high = level ?? Number.NEGATIVE_INFINITY
  for (const [, value] of samples) {
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  if (low > high) return { low: 0, high: 1 }
  const missing = Math.max(0, Math.max(leastRange, Number.EPSILON) - (high - low))
  const below = Math.max(0, Math.min(missing / 2, low - least))
  return { low: low - below, high: high + missing - below }
}
