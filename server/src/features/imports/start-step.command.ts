import { importColumns } from '@eot/contract/import-columns'
import { importLimits } from '@eot/contract/imports'
import type { Kysely } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import type { Database } from '../../database.ts'
import { AppError, invalid } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { enqueue } from '../../platform/jobs/job-queue.ts'
import { type Fields, problemWithColumns } from './columns.ts'
import { importLineQueries } from './import-lines.queries.ts'
import { requireImport } from './import-permissions.ts'
import { type ImportRow, importQueries } from './imports.queries.ts'
import { runImportJob } from './run-import.job.ts'

interface Parts {
  db: Kysely<Database>
  clock: Clock
}

/** Returns the user's import. Throws `import_not_found` (also for those of others), `import_replaced` and `not_permitted`. */
export async function getImport(db: Kysely<Database>, caller: Caller, id: string): Promise<ImportRow> {
  const queries = importQueries(db)
  const found = await queries.findImport(caller.userId, id)
  if (!found)
    throw new AppError(
      (await queries.wasReplaced(caller.userId, id)) ? 'import_replaced' : 'import_not_found',
    )
  requireImport(caller, found.kind)
  return found
}

/**
 * Starts a new check with the fields that the user has chosen for the columns. A refused file may need several choices, one
 * after the other: it keeps each of them, with the next problem. Throws `import_not_ready`, also for a file whose columns are
 * unknown, and `invalid_request`.
 */
export async function chooseColumns(
  parts: Parts,
  caller: Caller,
  id: string,
  fields: Fields,
): Promise<ImportRow> {
  const { state, kind, columns } = await getImport(parts.db, caller, id)
  const isWaiting = state === 'Checked' || state === 'Refused'
  if (!isWaiting || columns.length === 0) throw new AppError('import_not_ready')
  if (fields.length !== columns.length)
    throw invalid('Fields', `The file has ${columns.length} columns, not ${fields.length}`)
  const stray = fields.find((field) => field !== null && !importColumns[kind].includes(field))
  if (stray) throw invalid('Fields', `A file of this kind has no field “${stray}”`)
  const problem = problemWithColumns(
    kind,
    columns.map(({ Heading }) => Heading),
    fields,
  )
  const chosen = columns.map(({ Heading }, index) => ({ Heading, Field: fields[index] ?? null }))
  if (problem !== undefined) {
    if (state === 'Checked') throw invalid('Fields', problem)
    if (!(await importQueries(parts.db).saveRefusedColumns(id, chosen, problem)))
      throw new AppError('import_not_ready')
    return getImport(parts.db, caller, id)
  }
  return startStep(parts, caller, id, [state], 'Checking', async (tx) => {
    await importQueries(tx).saveColumns(id, chosen)
    await importLineQueries(tx, id).recountConflicts()
  })
}

/** Starts applying a checked file. Throws `import_not_ready` and `import_has_refused_lines`. */
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
  return startStep(parts, caller, id, ['Checked'], 'Applying')
}

/** Starts undoing an import. Throws `import_not_ready` and `undo_expired`. */
export async function startUndoing(parts: Parts, caller: Caller, id: string): Promise<ImportRow> {
  const row = await getImport(parts.db, caller, id)
  if (row.state !== 'Done' || row.applied_at === null) throw new AppError('import_not_ready')
  if (parts.clock().getTime() > undoUntil(row.applied_at).getTime()) throw new AppError('undo_expired')
  return startStep(parts, caller, id, ['Done'], 'Undoing')
}

export const undoUntil = (appliedAt: Date): Date => new Date(appliedAt.getTime() + importLimits.undoMs)

/** Stops the check or the application of a file; its transaction is rolled back. Throws `import_not_ready`. */
export async function cancelImport(db: Kysely<Database>, caller: Caller, id: string): Promise<ImportRow> {
  await getImport(db, caller, id)
  if (!(await importQueries(db).cancel(id))) throw new AppError('import_not_ready')
  return getImport(db, caller, id)
}

/** Enqueues the job of a step. Throws `import_not_ready`. */
export async function startStep(
  { db, clock }: Parts,
  caller: Caller,
  id: string,
  from: readonly ('Checked' | 'Refused' | 'Done')[],
  to: 'Checking' | 'Applying' | 'Undoing',
  also: (tx: Kysely<Database>) => Promise<void> = async () => undefined,
): Promise<ImportRow> {
  await db.transaction().execute(async (tx) => {
    // If two requests arrive at once, one starts the step.
    if (!(await importQueries(tx).beginStep(id, from, to, clock()))) throw new AppError('import_not_ready')
    await also(tx)
    await enqueue(tx, runImportJob, { importId: id })
  })
  return getImport(db, caller, id)
}
