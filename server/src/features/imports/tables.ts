import type { ImportFate, ImportKind, ImportState } from '@eot/contract/imports'
import type { ColumnType, Generated } from 'kysely'
import type { DefaultedJson, Instant, Json } from '../../platform/db/column-types.ts'

export interface LineProblem {
  Field: string
  /** As in the file. */
  Value: string
  Message: string
  Suggestion?: string
}

/** A column of the file; null: it is not used. */
export interface FileColumn {
  Heading: string
  Field: string | null
}

export type FateCounts = Partial<Record<ImportFate | 'Warned', number>>

interface ImportTable {
  id: string
  kind: ImportKind
  site_id: string
  created_by: string
  created_at: Instant
  address: string | null
  file_name: string
  /** Uploading and Replaced are never shown. */
  state: ImportState | 'Uploading' | 'Replaced'
  is_canceled: Generated<boolean>
  problem: string | null
  progress: Generated<number>
  lines: Generated<number>
  columns: DefaultedJson<FileColumn[]>
  encoding: string | null
  delimiter: string | null
  counts: DefaultedJson<FateCounts>
  started_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  applied_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  keys_issued_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

interface ImportChunkTable {
  import_id: string
  no: number
  bytes: Buffer
}

interface ImportLineTable {
  import_id: string
  line: number
  fate: ImportFate
  cells: Json<string[]>
  problems: DefaultedJson<LineProblem[]>
  changes: DefaultedJson<Record<string, [before: unknown, after: unknown]>>
  record_id: string | null
  /** The changed values as they were. Of a created device: the hash of the key that the import has issued, once it has. */
  before: ColumnType<object | null, string | null | undefined, string | null>
  version: number | null
  left_because: string | null
  warning: string | null
  is_conflict_counted: Generated<boolean>
}

interface ImportConflictTable {
  user_id: string
  at: Instant
  count: number
}

export interface ImportTables {
  csv_import: ImportTable
  csv_import_chunk: ImportChunkTable
  csv_import_line: ImportLineTable
  csv_import_conflict: ImportConflictTable
}
