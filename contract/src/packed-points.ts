// Points of series repeat most of their numbers: all sensors of a device have the same times, and of a single reading the mean,
// the minimum and the maximum are the same. Packed, an answer has each column of numbers once, in a sixth of the bytes.

/** The media type of an answer whose points are packed, which a client accepts beside JSON. */
export const packedType = 'application/vnd.eot-live.packed+json'

type Point = readonly number[]

/** An answer with series, in one of these fields. */
interface Series {
  Points: readonly Point[]
}
const seriesFields = ['Series', 'Graphs'] as const
type Field = (typeof seriesFields)[number]

/** In place of its points, a series has the places of their columns in `Columns`, the first of which has the times. */
interface PackedSeries {
  Points: number[]
}
type Packed = Partial<Record<Field, PackedSeries[]>> & { Columns: number[][] }

/** The packed form of an answer; undefined if it has no series with points. */
export function packPoints(answer: unknown): object | undefined {
  const field = fieldOf(answer)
  if (!field) return undefined
  const series = (answer as Record<Field, Series[]>)[field] // as `fieldOf` tells
  const columns: number[][] = []
  const placeOf = (column: number[], candidates: readonly (number | undefined)[]) => {
    const known = candidates.find((place) => place !== undefined && isEqual(columns[place] ?? [], column))
    return known ?? columns.push(column) - 1
  }
  let before: number[] = []
  const packed = series.map((one) => {
    const places: number[] = []
    for (let nth = 0; nth < (one.Points[0]?.length ?? 0); nth += 1) {
      const column = one.Points.map((point) => point[nth] ?? Number.NaN)
      places.push(placeOf(column, [before[nth], places.at(-1)]))
    }
    before = places
    return { ...one, Points: places }
  })
  return { ...(answer as object), [field]: packed, Columns: columns }
}

/** The answer that was packed. */
export function unpackPoints(packed: unknown): unknown {
  const { Columns: columns, ...answer } = packed as Packed // as `packPoints` returns it
  for (const field of seriesFields) {
    const series = answer[field]
    if (series)
      Object.assign(answer, { [field]: series.map((one) => ({ ...one, Points: pointsOf(one, columns) })) })
  }
  return answer
}

function pointsOf({ Points: places }: PackedSeries, columns: readonly number[][]): Point[] {
  const own = places.map((place) => columns[place] ?? [])
  return own[0]?.map((_, nth) => own.map((column) => column[nth] ?? Number.NaN)) ?? []
}

function fieldOf(answer: unknown): Field | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined
  return seriesFields.find((field) => {
    const series = (answer as Partial<Record<Field, unknown>>)[field]
    return Array.isArray(series) && series.every((one) => Array.isArray(one?.Points))
  })
}

const isEqual = (one: readonly number[], other: readonly number[]) =>
  one.length === other.length && one.every((value, nth) => value === other[nth])
