import type { PointColumns } from '@eot/contract/columnar-series'
import type { Point } from '@eot/contract/sensors'
import type { PartRows } from './joined-parts.ts'
import type { BucketColumns } from './packed-buckets.ts'
import { cellLength, noCells, type PointCells } from './point-cells.ts'
import { PointColumnsBuilder } from './point-columns-builder.ts'

/**
 * Sums of parts. Each array has a row of cells for each point in time, with a cell for each series: first all series of one key, then
 * those of the next. One array for all rows, since a day by minute has 1,440 of them, and many small arrays take longer to create
 * than to fill.
 */
interface Cells {
  counts: Float64Array
  sums: Float64Array
  mins: Float64Array
  maxs: Float64Array
}

/** In chronological order. */
type SortedRows = [start: number, row: number][]

const unknownRow = -1
/** The arrays have at least this many cells once there is a row. */
const leastCells = 4096

/** Adds up buckets and readings, and returns the points of series: for each key, one series of each device. */
export class PointGrid {
  readonly #rowOfPoint = new Map<number, number>()
  /** By the start of a part. */
  readonly #rowOfPart = new Map<number, number>()
  /** The number of series of each key. */
  readonly #seriesCount: number
  readonly #rowLength: number
  readonly #pointStart: (start: number) => number
  #cells = extended(undefined, 0)
  #rowsOfStarts: { starts: Float64Array; rows: Int32Array } = {
    starts: new Float64Array(),
    rows: new Int32Array(),
  }
  /** undefined: a row was added since they were sorted. */
  #sorted: SortedRows | undefined

  /** `pointStart` returns the start of the point to which a part belongs. It is called once for each start of a part. */
  constructor(
    { keyCount, seriesCount }: { keyCount: number; seriesCount: number },
    pointStart: (start: number) => number,
  ) {
    this.#seriesCount = seriesCount
    this.#rowLength = keyCount * seriesCount
    this.#pointStart = pointStart
  }

  /** Adds parts of the key at `index`. `seriesOf` returns the index of the series of a device. */
  add(
    index: number,
    { nos, starts }: PartRows,
    { counts, sums, mins, maxs }: BucketColumns,
    seriesOf: (no: number) => number,
  ): void {
    const rows = this.#rowsOf(starts)
    let cells = this.#cells
    let last = { start: Number.NaN, row: unknownRow }
    // Every column has one number per part.
    for (let place = 0; place < nos.length; place += 1) {
      const count = counts[place] as number
      if (count === 0) continue
      let row = rows[place] as number
      if (row === unknownRow) {
        const start = starts[place] as number
        if (start !== last.start) last = { start, row: this.#rowOf(start) }
        row = last.row
        rows[place] = row
        cells = this.#cells
      }
      const cell = row * this.#rowLength + index * this.#seriesCount + seriesOf(nos[place] as number)
      const [min, max] = [mins[place] as number, maxs[place] as number]
      cells.counts[cell] = (cells.counts[cell] as number) + count
      cells.sums[cell] = (cells.sums[cell] as number) + (sums[place] as number)
      if (min < (cells.mins[cell] as number)) cells.mins[cell] = min
      if (max > (cells.maxs[cell] as number)) cells.maxs[cell] = max
    }
  }

  /** Returns the points of each series of the key at `index`, in chronological order. */
  points(index: number): PointColumns<Point>[] {
    const { counts, sums, mins, maxs } = this.#cells
    return this.#ofSeries(index, (rows, place) => {
      const points = new PointColumnsBuilder()
      for (const [start, row] of rows) {
        const cell = row * this.#rowLength + place
        const count = counts[cell] as number // every row has this cell
        if (count === 0) continue
        points.add(start, {
          count,
          sum: sums[cell] as number,
          min: mins[cell] as number,
          max: maxs[cell] as number,
        })
      }
      return points.finish()
    })
  }

  /** Returns the same points as `points`, with their sums. */
  cells(index: number): PointCells[] {
    const { counts, sums, mins, maxs } = this.#cells
    return this.#ofSeries(index, (rows, place) => {
      let cells = noCells
      let end = 0
      for (const [start, row] of rows) {
        const cell = row * this.#rowLength + place
        if (counts[cell] === 0) continue
        if (end === 0) cells = new Float64Array(rows.length * cellLength)
        for (const value of [start, counts[cell], sums[cell], mins[cell], maxs[cell]])
          cells[end++] = value as number // as above
      }
      return end === cells.length ? cells : cells.slice(0, end)
    })
  }

  /** Calls `convert` for each series of a key, with the sorted rows and the cell of the series within a row. */
  #ofSeries<Result>(index: number, convert: (rows: SortedRows, place: number) => Result): Result[] {
    this.#sorted ??= [...this.#rowOfPoint].sort(([a], [b]) => a - b)
    const sorted = this.#sorted
    return Array.from({ length: this.#seriesCount }, (_, series) =>
      convert(sorted, index * this.#seriesCount + series),
    )
  }

  /** Returns the row of each part, or `unknownRow`. Parts of several keys have the same array of starts. */
  #rowsOf(starts: Float64Array): Int32Array {
    if (this.#rowsOfStarts.starts !== starts)
      this.#rowsOfStarts = { starts, rows: new Int32Array(starts.length).fill(unknownRow) }
    return this.#rowsOfStarts.rows
  }

  #rowOf(partStart: number): number {
    const known = this.#rowOfPart.get(partStart)
    if (known !== undefined) return known
    const start = this.#pointStart(partStart)
    const row = this.#rowOfPoint.get(start) ?? this.#rowOfPoint.size
    const end = (row + 1) * this.#rowLength
    if (end > this.#cells.counts.length) {
      this.#cells = extended(this.#cells, Math.max(2 * end, leastCells))
    }
    this.#rowOfPoint.set(start, row)
    this.#sorted = undefined
    this.#rowOfPart.set(partStart, row)
    return row
  }
}

function extended(cells: Cells | undefined, length: number): Cells {
  const longer = {
    counts: new Float64Array(length),
    sums: new Float64Array(length),
    mins: new Float64Array(length).fill(Number.POSITIVE_INFINITY),
    maxs: new Float64Array(length).fill(Number.NEGATIVE_INFINITY),
  }
  if (cells) for (const name of ['counts', 'sums', 'mins', 'maxs'] as const) longer[name].set(cells[name])
  return longer
}
