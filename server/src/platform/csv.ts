import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'

export interface CsvColumn<Row> {
  title: string
  cell: (row: Row) => string | number | boolean | null
}

/** Returns CSV with a header row, for spreadsheets: UTF-8 with a byte order mark, CRLF line ends, formulas escaped. */
export function csvOf<Row>(columns: readonly CsvColumn<Row>[], rows: AsyncIterable<Row>): Readable {
  const text = stringify({
    header: true,
    columns: columns.map(({ title }) => title),
    bom: true,
    record_delimiter: 'windows',
    escape_formulas: true,
    // Most readers treat a bare line feed as the end of a row, so cells that contain one must be quoted.
    quoted_match: /[\r\n]/,
    cast: { boolean: String },
  })
  return Readable.from(cellsOf(columns, rows)).compose(text)
}

async function* cellsOf<Row>(columns: readonly CsvColumn<Row>[], rows: AsyncIterable<Row>) {
  for await (const row of rows) yield columns.map(({ cell }) => cell(row))
}
