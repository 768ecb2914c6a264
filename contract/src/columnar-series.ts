// Series repeat most of their numbers: the sensors of a device share their timestamps, and the mean, minimum and maximum of a
// single reading are equal. In columnar form, a response contains each distinct column once, which takes about a sixth of the
// bytes.

/** The media type of a response in columnar form. Clients that accept it get series this way. */
export const columnarType = 'application/vnd.eot-live.columnar+json'

/** The fields of a response that may contain series. */
export const seriesFields = ['Series', 'Graphs'] as const
type SeriesField = (typeof seriesFields)[number]

type Value = number | null
type Point = readonly Value[]

interface Series {
  Points: readonly Point[]
}

interface ColumnarSeries {
  /** For each number of a point, the index of its column in `Columns`. The first number is the time. */
  Points: number[]
}

type Columnar = Partial<Record<SeriesField, ColumnarSeries[]>> & { Columns: Value[][] }

/** Converts a response to columnar form. Returns undefined if it contains no series. */
export function toColumnar(answer: unknown): object | undefined {
  const field = findSeriesField(answer)
  if (!field) return undefined
  const series = (answer as Record<SeriesField, Series[]>)[field] // as `findSeriesField` checked
  const columns: Value[][] = []
  /** Returns the index of an equal column among the candidates, or else of a new one. */
  const indexOf = (column: Value[], candidates: readonly (number | undefined)[]) => {
    const known = candidates.find((index) => index !== undefined && isEqual(columns[index] ?? [], column))
    return known ?? columns.push(column) - 1
  }
  let previous: number[] = []
  const columnar = series.map((one) => {
    const indexes: number[] = []
    for (let place = 0; place < (one.Points[0]?.length ?? 0); place += 1) {
      const column = one.Points.map((point) => point[place] ?? null)
      indexes.push(indexOf(column, [previous[place], indexes.at(-1)]))
    }
    previous = indexes
    return { ...one, Points: indexes }
  })
  return { ...(answer as object), [field]: columnar, Columns: columns }
}

/** Restores a response from its columnar form. */
export function fromColumnar(columnar: unknown): unknown {
  const { Columns: columns, ...answer } = columnar as Columnar // as `toColumnar` returns it
  for (const field of seriesFields) {
    const series = answer[field]
    if (series)
      Object.assign(answer, { [field]: series.map((one) => ({ ...one, Points: pointsOf(one, columns) })) })
  }
  return answer
}

function pointsOf({ Points: indexes }: ColumnarSeries, columns: readonly Value[][]): Point[] {
  const own = indexes.map((index) => columns[index] ?? [])
  return own[0]?.map((_, place) => own.map((column) => column[place] ?? null)) ?? []
}

function findSeriesField(answer: unknown): SeriesField | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined
  return seriesFields.find((field) => {
    const series = (answer as Partial<Record<SeriesField, unknown>>)[field]
    return Array.isArray(series) && series.every(hasPoints)
  })
}

const hasPoints = (series: { Points?: unknown } | null) =>
  Array.isArray(series?.Points) && series.Points.every(Array.isArray)

const isEqual = (one: readonly Value[], other: readonly Value[]) =>
  one.length === other.length && one.every((value, place) => value === other[place])
