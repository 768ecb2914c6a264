/** One sensor kind of one stored bucket. */
export interface Part {
  start: number
  count: number
  min: number
  max: number
  sum: number
}

export function addPart(target: Part, part: Part): void {
  target.count += part.count
  target.sum += part.sum
  target.min = Math.min(target.min, part.min)
  target.max = Math.max(target.max, part.max)
}

const shownDigits = 10

/** Returns a mean as it is shown: a single value as it is stored, which its sum may have more digits than. */
export const meanOf = ({ count, sum, min }: Omit<Part, 'start' | 'max'>): number =>
  count === 1 ? min : shownMean(sum / count)

/** Rounds a mean to more digits than a reading has; anything beyond is rounding error of sums. */
export function shownMean(mean: number): number {
  const scale = 10 ** (shownDigits - 1 - Math.floor(Math.log10(Math.abs(mean))))
  // A power of ten is exact up to 1e22. `toPrecision` takes ten times as long, and charts have thousands of means.
  return scale > 1 && scale <= 1e22 ? Math.round(mean * scale) / scale : Number(mean.toPrecision(shownDigits))
}
