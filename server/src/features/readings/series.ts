import type { Point } from '@eot/contract/sensors'

/** One sensor kind of one stored bucket. */
export interface Part {
  start: number
  count: number
  min: number
  max: number
  sum: number
}

/** Merges parts into points, one for each start that `groupOf` returns, in chronological order. */
export function toPoints(parts: readonly Part[], groupOf: (start: number) => number): Point[] {
  // Stored parts are sorted, except that those of compact days follow the others.
  const isSorted = parts.every((part, index) => index === 0 || (parts[index - 1] as Part).start <= part.start)
  const groups: Part[] = []
  for (const part of isSorted ? parts : parts.toSorted((a, b) => a.start - b.start)) {
    if (part.count === 0) continue
    const start = groupOf(part.start)
    const group = groups.at(-1)
    if (group?.start === start) addPart(group, part)
    else groups.push({ start, count: part.count, min: part.min, max: part.max, sum: part.sum })
  }
  return groups.map(({ start, sum, count, min, max }) => [start, shownMean(sum / count), min, max, count])
}

export function addPart(target: Part, part: Part): void {
  target.count += part.count
  target.sum += part.sum
  target.min = Math.min(target.min, part.min)
  target.max = Math.max(target.max, part.max)
}

const shownDigits = 10

/** Rounds a mean to more digits than a reading has; anything beyond is rounding error of sums. */
export function shownMean(mean: number): number {
  const scale = 10 ** (shownDigits - 1 - Math.floor(Math.log10(Math.abs(mean))))
  // A power of ten is exact up to 1e22. `toPrecision` takes ten times as long, and charts have thousands of means.
  return scale > 1 && scale <= 1e22 ? Math.round(mean * scale) / scale : Number(mean.toPrecision(shownDigits))
}
