import type { Readable } from 'node:stream'
import type { Endpoint } from '@eot/contract/endpoint'
import { type CsvColumn, csvOf } from '../csv.ts'
import { type ParquetColumn, parquetOf } from '../parquet.ts'
import type { Row, TableColumn } from './answer-table.ts'

export interface FileFormat {
  mediaType: string
  write(columns: readonly TableColumn[], rows: AsyncIterable<Row>): Readable
}

/** The formats in which rows are served, by the extension of the path. */
export const fileFormats: Readonly<Record<string, FileFormat>> = {
  csv: {
    mediaType: 'text/csv; charset=utf-8',
    write: (columns, rows) => csvOf(columns.map(csvColumn), rows),
  },
  parquet: {
    mediaType: 'application/vnd.apache.parquet',
    write: (columns, rows) => parquetOf(columns.map(parquetColumn), rows),
  },
}

/** Returns the last part of the path that is not a parameter: `devices`. */
export const fileNameOf = ({ path }: Endpoint): string =>
  path
    .split('/')
    .filter((part) => part !== '' && !part.startsWith(':'))
    .at(-1) ?? 'list'

/** `CreatedAt` becomes "Created (UTC)", `FullName` "Full name". */
const csvColumn = ({ field, type }: TableColumn): CsvColumn<Row> => {
  const words = field
    .replace(/(?<=.)At$/, ' (UTC)')
    .replace(/^At$/, 'At (UTC)')
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, ' ')
    .replaceAll(/(?<= )[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase())
  return {
    title: words,
    cell: (row) => (type === 'time' ? (timeOf(row[field])?.toISOString() ?? null) : cellOf(row[field])),
  }
}

/** Uses the names of the API, and its types. */
const parquetColumn = ({ field, type }: TableColumn): ParquetColumn<Row> => ({
  name: field,
  type,
  value(row) {
    const value = row[field]
    if (type === 'time') return timeOf(value)
    if (type === 'text') return value === null || value === undefined ? null : String(cellOf(value))
    return typeof value === 'number' || typeof value === 'boolean' ? value : null
  },
})

/** Parses an instant from ISO text or epoch ms. */
function timeOf(value: unknown): Date | null {
  return typeof value === 'string' || typeof value === 'number' ? new Date(value) : null
}

/** Shows named records by name, and lists separated by semicolons. */
function cellOf(value: unknown): string | number | boolean | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  if (Array.isArray(value)) return value.map(cellOf).join('; ')
  if (typeof value === 'object' && 'Name' in value) return cellOf(value.Name)
  return JSON.stringify(value)
}
