/** Values by hour, oldest first. */
export type Vector = Float64Array

/** Hours of a day and of a week. */
export const day = 24
export const week = 168

/** The element at an index within the vector. */
export const at = (values: Vector, index: number): number => values[index] as number // callers stay within the vector

/** Adds to the element at an index within the vector. */
export function add(values: Vector, index: number, amount: number): void {
  values[index] = at(values, index) + amount
}

export function meanOf(values: Iterable<number>): number {
  let [sum, count] = [0, 0]
  for (const value of values) {
    sum += value
    count++
  }
  return count === 0 ? Number.NaN : sum / count
}

/** The value below which a share of the values lies, interpolated; NaN without values. */
export function quantileOf(values: Iterable<number>, share: number): number {
  const sorted = Float64Array.from(values).sort()
  if (sorted.length === 0) return Number.NaN
  const place = Math.min(1, Math.max(0, share)) * (sorted.length - 1)
  const low = Math.floor(place)
  const high = Math.min(sorted.length - 1, low + 1)
  return at(sorted, low) + (place - low) * (at(sorted, high) - at(sorted, low))
}

export const medianOf = (values: Iterable<number>): number => quantileOf(values, 0.5)
