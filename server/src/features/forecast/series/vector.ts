/** Values by hour, oldest first. */
export type Vector = Float64Array

/** Hours of a day and of a week. */
export const day = 24
export const week = 168

/** Returns the element at an index within the vector. */
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
