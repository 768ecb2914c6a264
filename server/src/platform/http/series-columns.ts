import {
  type Point,
  PointColumns,
  type PointsOf,
  type SeriesField,
  seriesFields,
  type Value,
} from '@eot/contract/columnar-series'
import { oncePer } from '../once-per.ts'

export interface Series {
  Points: PointsOf<Point>
}

/** One column of a series, such as the means of all its points. */
class Column {
  readonly #values: readonly Value[]
  #text: string | undefined

  constructor(values: readonly Value[]) {
    this.#values = values
  }

  get text(): string {
    this.#text ??= JSON.stringify(this.#values)
    return this.#text
  }

  /** Compares in a loop, since a day of a device has 122,400 numbers. */
  equals(points: readonly Point[], place: number): boolean {
    const values = this.#values
    if (values.length !== points.length) return false
    for (let at = 0; at < points.length; at += 1)
      if (values[at] !== (points[at]?.[place] ?? null)) return false
    return true
  }
}

/** The columns of each array of points. Points of cached series are sent repeatedly, and serialized only once. */
const columnsOf = new WeakMap<readonly Point[], readonly Column[]>()
/** Series may share arrays, such as that of their times. */
const columnOfValues = oncePer((values: readonly Value[]) => new Column(values))

/** The distinct columns of a response, which grow with each series. */
export class SeriesColumns {
  /** Maps the JSON of each column to its index. */
  readonly #indexes = new Map<string, number>()
  #previous: readonly Column[] = []

  /** The JSON of all columns, each at its index. */
  get texts(): string[] {
    return [...this.#indexes.keys()]
  }

  /** Returns the index of the column for each number of the points. Adds the columns that are new. */
  indexesOf(points: PointsOf<Point>): number[] {
    const columns = points instanceof PointColumns ? points.columns.map(columnOfValues) : this.#ofList(points)
    return columns.map(({ text }) => {
      const index = this.#indexes.get(text) ?? this.#indexes.size
      this.#indexes.set(text, index)
      return index
    })
  }

  #ofList(points: readonly Point[]): readonly Column[] {
    const columns = columnsOf.get(points) ?? this.#split(points)
    columnsOf.set(points, columns)
    this.#previous = columns
    return columns
  }

  /** Reuses equal columns of the previous series, and the preceding column of the same one, instead of serializing them again. */
  #split(points: readonly Point[]): Column[] {
    const columns: Column[] = []
    for (let place = 0; place < (points[0]?.length ?? 0); place += 1) {
      const known = [this.#previous[place], columns.at(-1)].find((column) => column?.equals(points, place))
      columns.push(known ?? new Column(columnOf(points, place)))
    }
    return columns
  }
}

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

const columnOf = (points: readonly Point[], place: number): Value[] =>
  points.map((point) => point[place] ?? null)
