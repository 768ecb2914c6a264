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
  let previous: number[] = []
  const columnar = series.map((one) => {
    const indexes: number[] = []
    for (let place = 0; place < (one.Points[0]?.length ?? 0); place += 1) {
      const candidates = [previous[place], indexes.at(-1)]
      const known = candidates.find(
        (index) => index !== undefined && isColumn(columns[index], one.Points, place),
      )
      indexes.push(known ?? columns.push(columnOf(one.Points, place)) - 1)
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
