// Series repeat most of their numbers: the sensors of a device share their timestamps, and the mean, minimum and maximum of a
// single reading are equal. In columnar form, a response contains each shared column once, which takes about a sixth of the bytes.

/** The media type of a response in columnar form. Clients that accept it get series this way. */
export const columnarType = 'application/vnd.eot-live.columnar+json'

/** The fields of a response that may contain series. */
export const seriesFields = ['Series', 'Graphs'] as const
export type SeriesField = (typeof seriesFields)[number]

export type Value = number | null
export type Point = readonly Value[]

/**
 * The points of a series, stored by column: all times, all means and so on. A list is created only if it is needed. A day of a device
 * has 24,480 points, and clients that accept the columnar form need no list.
 */
export class PointColumns<P extends Point> {
  readonly columns: readonly (readonly P[number][])[]
  readonly #texts: string[] = []

  constructor(columns: readonly (readonly P[number][])[]) {
    this.columns = columns
  }

  /** Returns the JSON of a column. It is kept, since cached points are sent repeatedly. */
  textOf(place: number): string {
    const text = this.#texts[place] ?? JSON.stringify(this.columns[place] ?? [])
    this.#texts[place] = text
    return text
  }

  /** The list is not cached, since cached points would keep it in memory. */
  toList(): P[] {
    return (this.columns[0] ?? []).map(
      (_, place) => this.columns.map((column) => column[place]) as unknown as P, // as columns were made from points
    )
  }

  toJSON(): P[] {
    return this.toList()
  }
}

export type PointsOf<P extends Point> = P[] | PointColumns<P>

export const listOf = <P extends Point>(points: PointsOf<P>): P[] =>
  points instanceof PointColumns ? points.toList() : points

interface ColumnarSeries {
  /** For each number of a point, the index of its column in `Columns`. The first number is the time. */
  Points: number[]
}

type Columnar = Partial<Record<SeriesField, ColumnarSeries[]>> & { Columns: Value[][] }

/** Restores a response from its columnar form. */
export function fromColumnar(columnar: unknown): unknown {
  const { Columns: columns, ...answer } = columnar as Columnar // as the server sends it
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
