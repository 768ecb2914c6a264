/** Returns the value below which a share of the values lies, interpolated; NaN without values. */
export function quantileOf(values: Iterable<number>, share: number): number {
  const sorted = Float64Array.from(values).sort()
  if (sorted.length === 0) return Number.NaN
  const place = Math.min(1, Math.max(0, share)) * (sorted.length - 1)
  const low = Math.floor(place)
  const high = Math.min(sorted.length - 1, low + 1)
  const at = (index: number) => sorted[index] as number // within the values
  return at(low) + (place - low) * (at(high) - at(low))
}

export const medianOf = (values: Iterable<number>): number => quantileOf(values, 0.5)

/**
 * Returns a robust estimate of the spread of values around their median: comparable to a standard deviation, and insensitive to
 * a few outliers.
 */
export function spreadOf(values: readonly number[]): number {
  const median = medianOf(values)
  return 1.4826 * medianOf(values.map((value) => Math.abs(value - median)))
}
