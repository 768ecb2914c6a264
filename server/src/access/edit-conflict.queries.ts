import type { EditConflict } from '@eot/contract/wire'
import type { Kysely } from 'kysely'
import type { Database } from '../database.ts'
import { AppError } from '../platform/app-error.ts'

interface Edit {
  /** `Version` of the request. undefined: the last write wins. */
  given: number | undefined
  /** The record, locked by this transaction. */
  stored: { id: string; version: number }
  /** The record as its GET endpoint returns it. */
  current: object
}

/** Throws `edit_conflict` if the record was changed since the caller read it. */
export async function refuseStaleEdit(tx: Kysely<Database>, { given, stored, current }: Edit): Promise<void> {
  if (given !== undefined && given !== stored.version) throw await editConflict(tx, stored.id, current)
}

/** Returns `edit_conflict` with the current record, and who changed it when. */
export async function editConflict(
  tx: Kysely<Database>,
  recordId: string,
  current: object,
): Promise<AppError> {
  const change = await findLastChange(tx, recordId)
  const conflict: EditConflict = {
    Current: { ...current },
    ChangedBy: change?.userId ? { Id: change.userId, FullName: change.fullName ?? '' } : null,
    ChangedAt: change?.at.toISOString() ?? null,
  }
  return new AppError('edit_conflict', { conflict })
}

/** Finds the newest audit entry of the record that has `details.changes`. */
const findLastChange = (db: Kysely<Database>, subjectId: string) =>
  db
    .selectFrom('audit_entry')
    .where('subject_id', '=', subjectId)
    .where((eb) => eb(eb.ref('details', '->').key('changes'), 'is not', null))
    .orderBy('id', 'desc')
    .limit(1)
    .select(['at', 'actor_id as userId', 'actor_name as fullName'])
    .executeTakeFirst()
