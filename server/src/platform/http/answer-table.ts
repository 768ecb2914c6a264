import { listOf, type PointsOf } from '@eot/contract/columnar-series'
import type { Endpoint } from '@eot/contract/endpoint'
import { z } from 'zod'
import { invalid } from '../app-error.ts'
import { KeptAnswer } from './kept-answers.ts'
import { partsOfRange } from './parts-of-range.ts'
import { pointsWithQuality, type SpanOfSeries } from './points-with-quality.ts'

export type Row = Readonly<Record<string, unknown>>

export type ColumnType = 'text' | 'number' | 'integer' | 'boolean' | 'time'

export interface TableColumn {
  field: string
  type: ColumnType
}

/** The response of an endpoint, as rows of a file. */
export interface AnswerTable {
  /** Reads all rows of a request. Throws `invalid_request` if a list has more than 200,000. */
  read(query: object, answer: (query: object) => Promise<unknown>): Promise<ReadTable>
}

export interface ReadTable {
  columns: readonly TableColumn[]
  rows: AsyncIterable<Row>
}

const mostRows = 200_000
const rowsAtOnce = 1000

/** Returns the table of an endpoint that responds with a page of a list, an array of records, series or cells. */
export function tableOf({ method, answer }: Endpoint): AnswerTable | undefined {
  if (method !== 'GET') return undefined
  const records = recordOf(answer)
  if (records) return tableFrom(records, async (query, ask) => each(await ask(query)))
  if (!(answer instanceof z.ZodObject)) return undefined
  const { Items, Series, Graphs, Cells } = answer.shape
  const listed = Items instanceof z.ZodOptional ? recordOf(Items.unwrap()) : undefined
  if (listed) return tableFrom(listed, readPages)
  const cells = recordOf(Cells)
  if (cells) return tableFrom(cells, async (query, ask) => each(partOf(await ask(query), 'Cells')))
  const name = Series ? 'Series' : 'Graphs'
  const series = recordOf(Series ?? Graphs)
  return series && seriesTable(name, series)
}

type ReadRows = (query: object, ask: (query: object) => Promise<unknown>) => Promise<AsyncIterable<Row>>

/** The columns are the fields of the records. */
const tableFrom = (records: z.ZodObject, read: ReadRows): AnswerTable => ({
  read: async (query, ask) => ({ columns: columnsOf(records), rows: await read(query, ask) }),
})

/** Returns the schema of the records of an array. */
function recordOf(schema: unknown): z.ZodObject | undefined {
  return schema instanceof z.ZodArray && schema.element instanceof z.ZodObject ? schema.element : undefined
}

const columnsOf = ({ shape }: z.ZodObject): TableColumn[] =>
  Object.entries(shape).map(([field, schema]) => ({ field, type: typeOf(schema) }))

function typeOf(schema: unknown): ColumnType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return typeOf(schema.unwrap())
  if (schema instanceof z.ZodISODateTime) return 'time'
  if (schema instanceof z.ZodBoolean) return 'boolean'
  if (schema instanceof z.ZodNumberFormat) return 'integer'
  return schema instanceof z.ZodNumber ? 'number' : 'text'
}

const partOf = (answer: unknown, part: string) => (plain(answer) as Record<string, unknown>)[part]

/** In the form in which it is sent. */
const plain = (answer: unknown): unknown =>
  answer instanceof KeptAnswer ? JSON.parse(answer.bytes.toString()) : answer

async function* each(rows: unknown): AsyncGenerator<Row> {
  yield* plain(rows) as Row[] // according to the schema
}

interface Page {
  Items?: Row[]
  Total: number
}

/** Reads page by page. A row that moves to a later page in the meantime is not repeated. */
async function readPages(
  query: object,
  ask: (query: object) => Promise<unknown>,
): Promise<AsyncIterable<Row>> {
  const page = async (Page: number) =>
    plain(await ask({ ...query, Page, PageSize: rowsAtOnce, CountOnly: false })) as Page // according to the schema
  const first = await page(0)
  if (first.Total > mostRows) throw invalid('search', `More than ${mostRows} rows match. Narrow the filters.`)
  return rowsFrom(first, page)
}

async function* rowsFrom(first: Page, page: (number: number) => Promise<Page>): AsyncGenerator<Row> {
  const seen = new Set<unknown>()
  let items = first.Items ?? []
  for (let number = 1; items.length > 0 && seen.size <= mostRows; number++) {
    for (const item of items) {
      if (item.Id !== undefined && seen.has(item.Id)) continue
      seen.add(item.Id)
      yield item
    }
    items = items.length < rowsAtOnce ? [] : ((await page(number)).Items ?? [])
  }
}

/** The meaning of the numbers of a point, by their count. The first is its time in epoch ms. */
const pointColumns: Readonly<Record<number, readonly TableColumn[]>> = {
  2: [
    { field: 'At', type: 'time' },
    { field: 'Count', type: 'integer' },
  ],
  5: [
    { field: 'At', type: 'time' },
    { field: 'Mean', type: 'number' },
    { field: 'Min', type: 'number' },
    { field: 'Max', type: 'number' },
    { field: 'Count', type: 'integer' },
  ],
}

/** Added to each point if `percentiles=Points` is requested. */
const percentileColumns: readonly TableColumn[] = ['P5', 'P50', 'P95', 'P5Error', 'P50Error', 'P95Error'].map(
  (field) => ({ field, type: 'number' }),
)
/** Added if `quality=true` is requested. */
const qualityColumn: TableColumn = { field: 'Quality', type: 'text' }

interface AnsweredSeries {
  Points: PointsOf<number[]>
  /** For each point, after its time. */
  PointPercentiles?: number[][]
  /** By start time. */
  Quality?: SpanOfSeries[]
}

/** Returns a table with a row for each point of each series, at the requested interval, however many there are. */
function seriesTable(part: 'Series' | 'Graphs', series: z.ZodObject): AnswerTable | undefined {
  const points: unknown = series.shape.Points
  const point = points instanceof z.ZodArray ? points.element : undefined
  const numbers = point instanceof z.ZodTuple ? pointColumns[point.def.items.length] : undefined
  if (!numbers) return undefined
  const own = columnsOf(series).filter(({ field }) => !isNested(series.shape[field]))
  const seriesOf = (answer: unknown) => partOf(answer, part) as AnsweredSeries[] // according to the schema
  const described = (answer: unknown) => ({
    Interval: String(partOf(answer, 'Interval')),
    points: seriesOf(answer).flatMap(({ Points }) => listOf(Points).map(([at = 0]) => at)),
  })
  async function* rows(
    answers: AsyncIterable<unknown>,
    columns: readonly TableColumn[],
  ): AsyncGenerator<Row> {
    for await (const answer of answers)
      for (const { Points, PointPercentiles, Quality, ...about } of seriesOf(answer)) {
        const measured = listOf(Points).map((point, place) => [
          ...point,
          ...(PointPercentiles?.[place]?.slice(1) ?? []),
        ])
        for (const { values, quality } of pointsWithQuality(measured, Quality ?? [])) {
          const named = Object.fromEntries(columns.map(({ field }, at) => [field, values[at]]))
          yield { ...about, ...named, Quality: quality }
        }
      }
  }
  return {
    async read(query, ask) {
      const asksPercentiles = 'percentiles' in query && query.percentiles === 'Points'
      const asksQuality = 'quality' in query && query.quality === true
      const measured = asksPercentiles ? [...numbers, ...percentileColumns] : numbers
      return {
        columns: [...own, ...measured, ...(asksQuality ? [qualityColumn] : [])],
        rows: rows(await begun(partsOfRange(query, ask, described)), measured),
      }
    },
  }
}

/** Waits for the first item, so that a request that fails gets an error instead of the beginning of a file. */
async function begun<Item>(items: AsyncGenerator<Item>): Promise<AsyncIterable<Item>> {
  const first = await items.next()
  return (async function* all() {
    if (first.done) return
    yield first.value
    yield* items
  })()
}

function isNested(schema: unknown): boolean {
  if (schema instanceof z.ZodOptional) return isNested(schema.unwrap())
  return schema instanceof z.ZodArray || schema instanceof z.ZodObject
}
