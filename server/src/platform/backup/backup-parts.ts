import { z } from 'zod'
import { ByteReader } from './byte-reader.ts'
import { RowChecksum } from './row-checksum.ts'

const TableShape = z.object({
  name: z.string(),
  /** Without generated ones. */
  columns: z.array(z.string()),
  partitionOf: z
    .object({
      table: z.string(),
      // Part of a statement when the partition is created.
      bound: z.string().regex(/^(DEFAULT|FOR VALUES FROM \('[^'\\]*'\) TO \('[^'\\]*'\))$/),
    })
    .optional(),
})
const TableSum = z.object({ rows: z.number(), checksum: z.string() })
const SequenceState = z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })
const WaitingJob = z.object({
  id: z.string(),
  name: z.string(),
  data: z.record(z.string(), z.unknown()).nullable(),
  group: z.string().nullable(),
  startAt: z.string(),
})

/** A table or partition that holds rows itself. */
export type TableShape = z.infer<typeof TableShape>
export type TableSum = z.infer<typeof TableSum>
export type SequenceState = z.infer<typeof SequenceState>

const BackupNote = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('table'), table: TableShape }),
  z.object({ kind: z.literal('tableEnd'), sum: TableSum }),
  z.object({ kind: z.literal('sequences'), sequences: z.array(SequenceState) }),
  z.object({ kind: z.literal('jobs'), jobs: z.array(WaitingJob) }),
  z.object({ kind: z.literal('secretKey'), key: z.string() }),
  z.object({ kind: z.literal('end'), tables: z.number(), rows: z.number() }),
])

/**
 * The contents of a backup, in order: each table with its rows and their checksum, then the rest, then the end. Rows are in
 * PostgreSQL's text format of COPY.
 */
export type BackupPart = z.infer<typeof BackupNote> | { kind: 'rows'; bytes: Buffer }

const noteType = 0
const rowsType = 1
/** The type and the length of the following part. */
const headBytes = 5

export async function* encodeParts(parts: AsyncIterable<BackupPart>): AsyncGenerator<Buffer> {
  for await (const part of parts) {
    const body = part.kind === 'rows' ? part.bytes : Buffer.from(JSON.stringify(part))
    const head = Buffer.alloc(headBytes)
    head.writeUInt8(part.kind === 'rows' ? rowsType : noteType)
    head.writeUInt32BE(body.length, 1)
    yield head
    yield body
  }
}

async function* decodeParts(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<BackupPart> {
  const reader = new ByteReader(bytes)
  while (!(await reader.isAtEnd())) {
    const head = await reader.take(headBytes)
    const body = head && (await reader.take(head.readUInt32BE(1)))
    if (!body) throw new Error('a part of the backup is incomplete')
    if (head[0] === rowsType) yield { kind: 'rows', bytes: body }
    else yield BackupNote.parse(JSON.parse(body.toString('utf8')))
  }
}

/** Reads the parts and compares the rows of each table with their checksum. Throws if they differ or the end is missing. */
export async function* checkedParts(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<BackupPart> {
  let [name, tables, rows, isWhole] = ['', 0, 0, false]
  let sum = new RowChecksum()
  for await (const part of decodeParts(bytes)) {
    if (part.kind === 'table') {
      name = part.table.name
      sum = new RowChecksum()
    } else if (part.kind === 'rows') sum.add(part.bytes)
    else if (part.kind === 'tableEnd') {
      if (sum.rows !== part.sum.rows || sum.checksum !== part.sum.checksum)
        throw new Error(`the rows of ${name} in the backup are not those that were read`)
      tables += 1
      rows += sum.rows
    } else if (part.kind === 'end') isWhole = part.tables === tables && part.rows === rows
    yield part
  }
  if (!isWhole) throw new Error('the backup has no end')
}
