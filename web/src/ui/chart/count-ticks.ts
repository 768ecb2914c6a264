/** So that the labels of an axis are not crowded. */
const leastPx = 36

/** Returns the counts that an axis names, from 0: multiples of 1, 2 or 5 times a power of ten. */
export function countTicks(pxPerCount: number, heightPx: number): number[] {
  let step = 1
  // From 1 to 2, 5, 10, 20, …
  for (let n = 0; step * pxPerCount < leastPx; n += 1) step *= n % 3 === 1 ? 2.5 : 2
  // Without the tolerance, rounding could drop a line at the very top.
  const last = Math.floor(heightPx / (step * pxPerCount) + 1e-9)
  return Array.from({ length: last + 1 }, (_, n) => n * step)
}
