/** Returns the middle of the values, the upper one of two. undefined: there are none. */
export const median = (values: readonly number[]): number | undefined =>
  // Sorts numbers several times faster than an array.
  Float64Array.from(values).sort()[Math.floor(values.length / 2)]
