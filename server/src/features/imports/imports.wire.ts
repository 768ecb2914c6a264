import type { Import, ImportLine } from '@eot/contract/imports'
import { cellsByField, type Fields } from './columns.ts'
import type { StoredLine } from './import-lines.queries.ts'
import type { ImportRow } from './imports.queries.ts'
import { keysAgainUntil } from './issue-keys.command.ts'
import { undoUntil } from './start-step.command.ts'

export function importToWire(row: ImportRow): Import {
  const { Created = 0, Changed = 0, Unchanged = 0, Refused = 0, LeftOut = 0, Warned = 0 } = row.counts
  return {
    Id: row.id,
    Kind: row.kind,
    FileName: row.file_name,
    Site: { Id: row.site_id, Name: row.site_name },
    State: shownState(row.state),
    Problem: row.problem,
    Lines: row.lines,
    Progress: row.progress,
    Counts: { Created, Warned, Changed, Unchanged, Refused, LeftOut, Left: Number(row.left ?? 0) },
    Columns: row.columns,
    Encoding: row.encoding,
    Delimiter: row.delimiter,
    CreatedAt: row.created_at.toISOString(),
    StartedAt: row.started_at?.toISOString() ?? null,
    AppliedAt: row.applied_at?.toISOString() ?? null,
    UndoUntil: row.state === 'Done' && row.applied_at ? undoUntil(row.applied_at).toISOString() : null,
    KeysIssued: row.keys_issued_at !== null,
    KeysAgainUntil:
      row.state === 'Done' && row.keys_issued_at ? keysAgainUntil(row.keys_issued_at).toISOString() : null,
  }
}

function shownState(state: ImportRow['state']): Import['State'] {
  if (state === 'Uploading') return 'Checking'
  return state === 'Replaced' ? 'Canceled' : state
}

export const lineToWire =
  (fields: Fields) =>
  (line: StoredLine): ImportLine => ({
    Line: line.line,
    Fate: line.fate,
    Cells: cellsByField(fields, line.cells),
    Changes: line.changes,
    Problems: line.problems,
    Warning: line.warning,
    RecordId: line.record_id,
    LeftBecause: line.left_because || null,
  })
