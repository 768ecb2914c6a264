import {
  type Point,
  PointColumns,
  type PointsOf,
  type SeriesField,
  seriesFields,
  type Value,
} from '@eot/contract/columnar-series'

export interface Series {
  Points: PointsOf<Point>
}

/**
 * The columns of a response. An array that neighboring numbers of a point share, such as the mean, minimum and maximum of single
 * readings, becomes one column, and so does one that consecutive series share. Arrays of times and counts, the first and last
 * numbers of a point, are recognized in any series of the response.
 */
export class SeriesColumns {
  /** The JSON of all columns, each at its index. */
  readonly texts: string[] = []
  /** The indexes of times and counts. */
  readonly #outer = new Map<readonly Value[], number>()
  #previous: { columns: readonly (readonly Value[])[]; indexes: readonly number[] } = {
    columns: [],
    indexes: [],
  }

  /** Returns the index of the column for each number of the points. Adds the columns that are new. */
  indexesOf(points: PointsOf<Point>): number[] {
    const own = points instanceof PointColumns ? points : this.#inColumns(points)
    const { columns } = own
    const indexes: number[] = []
    for (let place = 0; place < columns.length; place += 1) {
      const column = columns[place] as readonly Value[] // within the bounds
      const isOuter = place === 0 || place === columns.length - 1
      let index: number | undefined
      if (place > 0 && column === columns[place - 1]) index = indexes[place - 1]
      else if (column === this.#previous.columns[place]) index = this.#previous.indexes[place]
      else if (isOuter) index = this.#outer.get(column)
      index ??= this.texts.push(own.textOf(place)) - 1
      if (isOuter) this.#outer.set(column, index)
      indexes.push(index)
    }
    this.#previous = { columns, indexes }
    return indexes
  }

  /** Reuses a column of the previous series, or the preceding one of the same series, if it has the same numbers. */
  #inColumns(points: readonly Point[]): PointColumns<Point> {
    const columns: (readonly Value[])[] = []
    for (let place = 0; place < (points[0]?.length ?? 0); place += 1) {
      const known = [this.#previous.columns[place], columns.at(-1)]
      columns.push(
        known.find((column) => column && isColumnOf(column, points, place)) ?? columnOf(points, place),
      )
    }
    return new PointColumns(columns)
  }
}

/** Compares in a loop, since a day of a device has 122,400 numbers. */
function isColumnOf(column: readonly Value[], points: readonly Point[], place: number): boolean {
  if (column.length !== points.length) return false
  for (let at = 0; at < points.length; at += 1) if (column[at] !== (points[at]?.[place] ?? null)) return false
  return true
}

const columnOf = (points: readonly Point[], place: number): Value[] =>
  points.map((point) => point[place] ?? null)

/** Returns how many numbers a series has. */
export const sizeOf = (points: PointsOf<Point>): number =>
  points instanceof PointColumns
    ? points.columns.length * (points.columns[0]?.length ?? 0)
    : points.length * (points[0]?.length ?? 0)

/** Returns the series of a response, and the rest of it. undefined: it contains no series. */
export function findSeries(
  answer: unknown,
): { field: SeriesField; series: readonly Series[]; rest: object } | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined
  for (const field of seriesFields) {
    const series = (answer as Partial<Record<SeriesField, unknown>>)[field]
    if (!Array.isArray(series) || !series.every(hasPoints)) continue
    const others = Object.entries(answer).filter(([name]) => name !== field)
    return { field, series, rest: Object.fromEntries(others) }
  }
  return undefined
}

/** Looks at the first point only, since a day of a device has 24,480. */
const hasPoints = (series: { Points?: unknown } | null) =>
  series?.Points instanceof PointColumns ||
  (Array.isArray(series?.Points) && (series.Points.length === 0 || Array.isArray(series.Points[0])))
