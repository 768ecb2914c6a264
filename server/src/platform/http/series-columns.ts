import { type Point, type SeriesField, seriesFields, type Value } from '@eot/contract/columnar-series'

interface Series {
  Points: readonly Point[]
}

/** The distinct columns of a response, which grow with each series. */
export class SeriesColumns {
  readonly all: Value[][] = []
  #previous: number[] = []

  /** Returns the index of the column for each number of the points. Adds the columns that are new. */
  indexesOf(points: readonly Point[]): number[] {
    const indexes: number[] = []
    for (let place = 0; place < (points[0]?.length ?? 0); place += 1) {
      const candidates = [this.#previous[place], indexes.at(-1)]
      const known = candidates.find(
        (index) => index !== undefined && isColumn(this.all[index], points, place),
      )
      indexes.push(known ?? this.all.push(columnOf(points, place)) - 1)
    }
    this.#previous = indexes
    return indexes
  }
}

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
  Array.isArray(series?.Points) && (series.Points.length === 0 || Array.isArray(series.Points[0]))

const columnOf = (points: readonly Point[], place: number): Value[] =>
  points.map((point) => point[place] ?? null)

/** Whether the column has the values at `place` of the points. A loop, since a day of a device has 122,400 of them. */
function isColumn(column: readonly Value[] = [], points: readonly Point[], place: number): boolean {
  if (column.length !== points.length) return false
  for (let at = 0; at < points.length; at += 1) if (column[at] !== (points[at]?.[place] ?? null)) return false
  return true
}
