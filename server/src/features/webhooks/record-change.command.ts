import type { Kysely } from 'kysely'
import { insertAuditEntry } from '../../access/audit.queries.ts'
import type { AuditAction } from '../../access/audit-actions.ts'
import type { Caller } from '../../access/caller.ts'
import { fieldChanges } from '../../access/field-changes.ts'
import type { Database } from '../../database.ts'

interface RecordedRow {
  id: string
  site_id: string
}

/**
 * Records in the history what has changed in a record, using the fields that `shownIn` returns. At least one of both rows is
 * given.
 */
export async function recordChange<Row extends RecordedRow>(
  tx: Kysely<Database>,
  caller: Caller,
  { action, before, after }: { action: AuditAction; before?: Row; after?: Row },
  shownIn: (row: Row) => object,
): Promise<void> {
  const row = after ?? before
  if (!row) throw new Error('a change is of a record')
  await insertAuditEntry(tx, {
    actorId: caller.userId,
    siteId: row.site_id,
    action,
    subjectId: row.id,
    details: { changes: fieldChanges<object>(before ? shownIn(before) : {}, after ? shownIn(after) : {}) },
  })
}
