import { importLimits } from '@eot/contract/imports'
import type { Kysely } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import type { Database } from '../../database.ts'
import { AppError, found } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { enqueue } from '../../platform/jobs/job-queue.ts'
import { requireImport } from './import-permissions.ts'
import { type ImportRow, importQueries } from './imports.queries.ts'
import { runImportJob } from './run-import.job.ts'

interface Parts {
  db: Kysely<Database>
  clock: Clock
}

/** The user's import. Throws `import_not_found` for those of others too, and `not_permitted`. */
export async function getImport(db: Kysely<Database>, caller: Caller, id: string): Promise<ImportRow> {
  const row = found(await importQueries(db).findImport(caller.userId, id), 'import_not_found')
  requireImport(caller, row.kind)
  return row
}

/** Has a checked file applied. Throws `import_not_ready` and `import_has_refused_lines`. */
export async function startApplying(
  parts: Parts,
  caller: Caller,
  id: string,
  leaveOutRefused: boolean,
): Promise<ImportRow> {
  const row = await getImport(parts.db, caller, id)
  const { Created = 0, Changed = 0, Refused = 0 } = row.counts
  if (row.state !== 'Checked' || Created + Changed === 0) throw new AppError('import_not_ready')
  if (Refused > 0 && !leaveOutRefused) throw new AppError('import_has_refused_lines')
  return startStep(parts, caller, id, 'Checked', 'Applying')
}

/** Has an import undone. Throws `import_not_ready` and `undo_expired`. */
export async function startUndoing(parts: Parts, caller: Caller, id: string): Promise<ImportRow> {
  const row = await getImport(parts.db, caller, id)
  if (row.state !== 'Done' || row.applied_at === null) throw new AppError('import_not_ready')
  if (parts.clock().getTime() > undoUntil(row.applied_at).getTime()) throw new AppError('undo_expired')
  return startStep(parts, caller, id, 'Done', 'Undoing')
}

export const undoUntil = (appliedAt: Date): Date => new Date(appliedAt.getTime() + importLimits.undoMs)

/** Stops the check or the application of a file; its transaction is rolled back. Throws `import_not_ready`. */
export async function cancelImport(db: Kysely<Database>, caller: Caller, id: string): Promise<ImportRow> {
  await getImport(db, caller, id)
  if (!(await importQueries(db).cancel(id))) throw new AppError('import_not_ready')
  return getImport(db, caller, id)
}

async function startStep(
  { db, clock }: Parts,
  caller: Caller,
  id: string,
  from: 'Checked' | 'Done',
  to: 'Applying' | 'Undoing',
): Promise<ImportRow> {
  await db.transaction().execute(async (tx) => {
    // Of two requests at once, one starts the step.
    if (!(await importQueries(tx).beginStep(id, [from], to, clock()))) throw new AppError('import_not_ready')
    await enqueue(tx, runImportJob, { importId: id })
  })
  return getImport(db, caller, id)
}
