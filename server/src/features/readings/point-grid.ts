import type { Point } from '@eot/contract/sensors'
import type { PartRows } from './joined-parts.ts'
import type { BucketColumns } from './packed-buckets.ts'
import { shownMean } from './part.ts'

/** The sums of one point in time, with a cell for each series. */
interface PointColumn {
  start: number
  counts: Float64Array
  sums: Float64Array
  mins: Float64Array
  maxs: Float64Array
}

/** Adds up buckets and readings to the points of many series. */
export class PointGrid {
  readonly #columns = new Map<number, PointColumn>()
  /** By the start of a part. */
  readonly #columnOfStart = new Map<number, PointColumn>()
  readonly #seriesCount: number
  readonly #pointStart: (start: number) => number

  /** `pointStart` returns the start of the point to which a part belongs. */
  constructor(seriesCount: number, pointStart: (start: number) => number) {
    this.#seriesCount = seriesCount
    this.#pointStart = pointStart
  }

  /** `seriesOf` returns the index of the series of a device. */
  add(
    { nos, starts }: PartRows,
    { counts, sums, mins, maxs }: BucketColumns,
    seriesOf: (no: number) => number,
  ): void {
    let start = Number.NaN
    let column: PointColumn | undefined
    // Each number exists once for each part.
    for (let place = 0; place < nos.length; place += 1) {
      const count = counts[place] as number
      if (count === 0) continue
      if (starts[place] !== start || !column) {
        start = starts[place] as number
        column = this.#columnOf(start)
      }
      const series = seriesOf(nos[place] as number)
      const [min, max] = [mins[place] as number, maxs[place] as number]
      column.counts[series] = (column.counts[series] as number) + count
      column.sums[series] = (column.sums[series] as number) + (sums[place] as number)
      if (min < (column.mins[series] as number)) column.mins[series] = min
      if (max > (column.maxs[series] as number)) column.maxs[series] = max
    }
  }

  /** Returns the points of each series, in chronological order. */
  points(): Point[][] {
    const columns = [...this.#columns.values()].sort((a, b) => a.start - b.start)
    const all: Point[][] = []
    for (let series = 0; series < this.#seriesCount; series += 1) {
      const points: Point[] = []
      for (const { start, counts, sums, mins, maxs } of columns) {
        const count = counts[series] as number // one for each series, like the others
        if (count === 0) continue
        const mean = shownMean((sums[series] as number) / count)
        points.push([start, mean, mins[series] as number, maxs[series] as number, count])
      }
      all.push(points)
    }
    return all
  }

  #columnOf(partStart: number): PointColumn {
    const known = this.#columnOfStart.get(partStart)
    if (known) return known
    const start = this.#pointStart(partStart)
    const column = this.#columns.get(start) ?? this.#newColumn(start)
    this.#columns.set(start, column)
    this.#columnOfStart.set(partStart, column)
    return column
  }

  #newColumn(start: number): PointColumn {
    const count = this.#seriesCount
    return {
      start,
      counts: new Float64Array(count),
      sums: new Float64Array(count),
      mins: new Float64Array(count).fill(Number.POSITIVE_INFINITY),
      maxs: new Float64Array(count).fill(Number.NEGATIVE_INFINITY),
    }
  }
}
