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
  const groups = new Map<number, Part>()
  for (const part of parts) {
    if (part.count === 0) continue
    const start = groupOf(part.start)
    const group = groups.get(start)
    if (!group) {
      groups.set(start, { ...part, start })
      continue
    }
    addPart(group, part)
  }
  return [...groups.values()]
    .sort((a, b) => a.start - b.start)
    .map(({ start, sum, count, min, max }) => [start, shownMean(sum / count), min, max, count])
}

export function addPart(target: Part, part: Part): void {
  target.count += part.count
  target.sum += part.sum
  target.min = Math.min(target.min, part.min)
  target.max = Math.max(target.max, part.max)
}

/** More digits than a reading has; anything beyond is rounding error of sums. */
export const shownMean = (mean: number) => Number(mean.toPrecision(10))
