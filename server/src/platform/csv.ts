import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'

export interface CsvColumn<Row> {
  title: string
  cell: (row: Row) => string | number | boolean | null
}

/** Rows as CSV text under a line of titles, for spreadsheets: UTF-8 with a mark, CRLF, formulas made harmless. */
export function csvOf<Row>(columns: readonly CsvColumn<Row>[], rows: AsyncIterable<Row>): Readable {
  const text = stringify({
    header: true,
    columns: columns.map(({ title }) => title),
    bom: true,
    record_delimiter: 'windows',
    escape_formulas: true,
    // A line feed alone is no end of a row here, but is one to most who read it: what follows would be a cell of its own.
    quoted_match: /[\r\n]/,
    cast: { boolean: String },
  })
  return Readable.from(cellsOf(columns, rows)).compose(text)
}

async function* cellsOf<Row>(columns: readonly CsvColumn<Row>[], rows: AsyncIterable<Row>) {
  for await (const row of rows) yield columns.map(({ cell }) => cell(row))
}
