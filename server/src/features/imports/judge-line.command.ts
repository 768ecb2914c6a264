import { isDeepStrictEqual } from 'node:util'
import type { ImportColumn } from '@eot/contract/import-columns'
import { type ImportFate, importLimits } from '@eot/contract/imports'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '../../access/caller.ts'
import type { FieldChanges } from '../../access/field-changes.ts'
import type { Database } from '../../database.ts'
import type { CsvLine } from '../../platform/read-csv.ts'
import { cellsByField, type Fields } from './columns.ts'
import type { SiteIndex } from './site-index.ts'
import type { LineProblem } from './tables.ts'

/** The context in which the lines of a file are judged, in one transaction. */
export interface ImportContext {
  tx: Kysely<Database>
  caller: Caller
  at: Date
  fields: Fields
  sites: SiteIndex
}

/** The effect of a line when it is applied. */
export interface Judged {
  fate: ImportFate
  problems: LineProblem[]
  changes: FieldChanges
  warning: string | null
  /** Whether the line is refused for an address that belongs to a device that the user may not see. */
  isConflict: boolean
}

export type CheckedLine = CsvLine & Judged

/** Returns the effect of a valid line. */
export const judgedAs = (
  fate: 'Created' | 'Changed' | 'Unchanged',
  changes: FieldChanges = {},
  warning: string | null = null,
): Judged => ({ fate, problems: [], changes, warning, isConflict: false })

/** An applied line: the record, its state before, and its version afterward. */
export interface AppliedLine {
  line: number
  recordId: string
  before: object | null
  version: number
}

/** Thrown if lines could be applied when they were checked, but no longer can. The message is shown to the user. */
export class ImportOutdated extends Error {
  override name = 'ImportOutdated'
}

/** The cells of one line, and the problems found in them. */
export class LineReader {
  readonly line: number
  readonly problems: LineProblem[] = []
  isConflict = false
  readonly #cells: Partial<Record<ImportColumn, string>>

  constructor({ line, cells }: CsvLine, fields: Fields) {
    this.line = line
    this.#cells = cellsByField(fields, cells)
    const shape = shapeProblem(cells, fields.length)
    if (shape !== undefined) this.problems.push({ Field: '', Value: '', Message: shape })
  }

  /** Returns undefined for a blank cell, or a column that the file does not have. */
  text(field: ImportColumn): string | undefined {
    return this.#cells[field]
  }

  /** Returns the valid value of a cell; undefined if it is blank or has a problem. */
  value<Value>(field: ImportColumn, schema: z.ZodType<Value>): Value | undefined {
    const text = this.text(field)
    if (text === undefined) return undefined
    const { data, error } = schema.safeParse(text)
    if (error) this.refuse(field, error.issues[0]?.message ?? 'Invalid input')
    return data
  }

  refuse(field: ImportColumn, message: string, suggestion?: string): void {
    const value = (this.text(field) ?? '').slice(0, 200)
    this.problems.push({
      Field: field,
      Value: value,
      Message: message,
      ...(suggestion && { Suggestion: suggestion }),
    })
  }

  refused(): Judged {
    const { problems, isConflict } = this
    return { fate: 'Refused', problems, changes: {}, warning: null, isConflict }
  }
}

/** Throws `ImportOutdated` if a line would not have exactly the effect shown by its check. */
export function requireSame(checked: CsvLine & Judged, now: Judged): void {
  const [problem] = now.problems
  if (problem) throw new ImportOutdated(`Line ${checked.line}: ${problem.Message}`)
  if (checked.fate !== now.fate || !isDeepStrictEqual(checked.changes, plain(now.changes)))
    throw new ImportOutdated(`Line ${checked.line}: The record has been changed since the check`)
}

/** As stored and read again. */
const plain = (changes: FieldChanges): FieldChanges => JSON.parse(JSON.stringify(changes))

/** Returns a problem of the whole line, independent of the contents of its cells. */
function shapeProblem(cells: readonly string[], columns: number): string | undefined {
  if (cells.slice(columns).some((cell) => cell.trim() !== ''))
    return `This line has ${cells.length} cells, but the heading has ${columns}`
  if (cells.some((cell) => cell.length > importLimits.cellCharacters))
    return `A cell has more than ${importLimits.cellCharacters} characters`
  return undefined
}
