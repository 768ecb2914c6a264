import type { Point } from '@eot/contract/sensors'
import type { PartRows } from './joined-parts.ts'
import type { BucketColumns } from './packed-buckets.ts'
import { shownMean } from './part.ts'
import { cellLength, type PointCells } from './point-cells.ts'

/** The sums of one point in time. Each array has a cell for each series: first all series of one key, then those of the next. */
interface PointColumn {
  start: number
  counts: Float64Array
  sums: Float64Array
  mins: Float64Array
  maxs: Float64Array
}

/** Adds up buckets and readings, and returns the points of series: for each key, one series of each device. */
export class PointGrid {
  readonly #columns = new Map<number, PointColumn>()
  /** By the start of a part. */
  readonly #columnOfStart = new Map<number, PointColumn>()
  readonly #keyCount: number
  /** The number of series of each key. */
  readonly #seriesCount: number
  readonly #pointStart: (start: number) => number

  /** `pointStart` returns the start of the point to which a part belongs. It is called once for each start of a part. */
  constructor(
    { keyCount, seriesCount }: { keyCount: number; seriesCount: number },
    pointStart: (start: number) => number,
  ) {
    this.#keyCount = keyCount
    this.#seriesCount = seriesCount
    this.#pointStart = pointStart
  }

  /** Adds parts of the key at `index`. `seriesOf` returns the index of the series of a device. */
  add(
    index: number,
    { nos, starts }: PartRows,
    { counts, sums, mins, maxs }: BucketColumns,
    seriesOf: (no: number) => number,
  ): void {
    let start = Number.NaN
    let column: PointColumn | undefined
    // Every column has one number per part.
    for (let place = 0; place < nos.length; place += 1) {
      const count = counts[place] as number
      if (count === 0) continue
      if (starts[place] !== start || !column) {
        start = starts[place] as number
        column = this.#columnOf(start)
      }
      const cell = index * this.#seriesCount + seriesOf(nos[place] as number)
      const [min, max] = [mins[place] as number, maxs[place] as number]
      column.counts[cell] = (column.counts[cell] as number) + count
      column.sums[cell] = (column.sums[cell] as number) + (sums[place] as number)
      if (min < (column.mins[cell] as number)) column.mins[cell] = min
      if (max > (column.maxs[cell] as number)) column.maxs[cell] = max
    }
  }

  /** Returns the points of each series of the key at `index`, in chronological order. */
  points(index: number): Point[][] {
    return this.#ofSeries(index, (cell, columns) => {
      const points: Point[] = []
      for (const { start, counts, sums, mins, maxs } of columns) {
        const count = counts[cell] as number // every array has this cell
        if (count === 0) continue
        const mean = shownMean((sums[cell] as number) / count)
        points.push([start, mean, mins[cell] as number, maxs[cell] as number, count])
      }
      return points
    })
  }

  /** Returns the same points as `points`, with their sums. */
  cells(index: number): PointCells[] {
    return this.#ofSeries(index, (cell, columns) => {
      const cells = new Float64Array(columns.length * cellLength)
      let end = 0
      for (const { start, counts, sums, mins, maxs } of columns) {
        if (counts[cell] === 0) continue
        for (const value of [start, counts[cell], sums[cell], mins[cell], maxs[cell]])
          cells[end++] = value as number // as above
      }
      return cells.slice(0, end)
    })
  }

  #ofSeries<Result>(
    index: number,
    convert: (cell: number, columns: readonly PointColumn[]) => Result,
  ): Result[] {
    const columns = [...this.#columns.values()].sort((a, b) => a.start - b.start)
    return Array.from({ length: this.#seriesCount }, (_, series) =>
      convert(index * this.#seriesCount + series, columns),
    )
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
    const count = this.#keyCount * this.#seriesCount
    return {
      start,
      counts: new Float64Array(count),
      sums: new Float64Array(count),
      mins: new Float64Array(count).fill(Number.POSITIVE_INFINITY),
      maxs: new Float64Array(count).fill(Number.NEGATIVE_INFINITY),
    }
  }
}
