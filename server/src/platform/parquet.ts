import { Readable } from 'node:stream'
import { type BasicType, ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer'

export interface ParquetColumn<Row> {
  name: string
  type: 'text' | 'number' | 'integer' | 'boolean' | 'time'
  /** The type is that of the column: an instant is a Date. */
  value(row: Row): string | number | boolean | Date | null
}

const basicTypes: Readonly<Record<ParquetColumn<never>['type'], BasicType>> = {
  text: 'STRING',
  number: 'DOUBLE',
  integer: 'INT64',
  boolean: 'BOOLEAN',
  time: 'TIMESTAMP',
}

/** Rows that are encoded and sent together, and thus held in memory. */
const groupRows = 10_000

/** Encodes rows as Apache Parquet, compressed by Snappy. Every column may be null; instants are in UTC with milliseconds. */
export function parquetOf<Row>(columns: readonly ParquetColumn<Row>[], rows: AsyncIterable<Row>): Readable {
  return Readable.from(encode(columns, rows), { objectMode: false })
}

async function* encode<Row>(columns: readonly ParquetColumn<Row>[], rows: AsyncIterable<Row>) {
  const writer = new ByteWriter()
  const columnsWith = (group: readonly Row[]) =>
    columns.map(({ name, type, value }) => ({
      name,
      type: basicTypes[type],
      data: group.map((row) => {
        const cell = value(row)
        return type === 'integer' && typeof cell === 'number' ? BigInt(cell) : cell
      }),
    }))
  const file = new ParquetWriter({
    writer,
    schema: schemaFromColumnData({ columnData: columnsWith([]) }),
    createdBy: 'EoT LIVE',
  })
  /** Returns the bytes written since its last call. */
  const written = () => {
    const bytes = Buffer.from(writer.getBytes())
    writer.index = 0
    return bytes
  }
  for await (const group of groupsOf(rows)) {
    file.write({ columnData: columnsWith(group), rowGroupSize: groupRows })
    yield written()
  }
  file.finish()
  yield written()
}

async function* groupsOf<Row>(rows: AsyncIterable<Row>): AsyncGenerator<Row[]> {
  let group: Row[] = []
  for await (const row of rows) {
    group.push(row)
    if (group.length < groupRows) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}
