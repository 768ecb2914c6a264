import type { EditConflict } from '@eot/contract/wire'
import type { Kysely } from 'kysely'
import type { Database } from '../database.ts'
import { AppError } from '../platform/app-error.ts'
import type { Caller } from './caller.ts'
import { ownScope } from './scope.ts'
import { isWithin } from './site-path.ts'

interface Edit {
  /** `Version` of the request. undefined: the last write wins. */
  given: number | undefined
  /** The record, locked by this transaction. */
  stored: { id: string; version: number }
  /** The record as its GET endpoint returns it. */
  current: object
}

/** Throws `edit_conflict` if the record was changed since the caller read it. */
export async function refuseStaleEdit(
  tx: Kysely<Database>,
  caller: Caller,
  { given, stored, current }: Edit,
): Promise<void> {
  if (given !== undefined && given !== stored.version)
    throw await editConflict(tx, caller, stored.id, current)
}

/**
 * Returns `edit_conflict` with the current record, and who changed it when, unless that happened at a place whose history the
 * caller does not see.
 */
export async function editConflict(
  tx: Kysely<Database>,
  caller: Caller,
  recordId: string,
  current: object,
): Promise<AppError> {
  const last = await findLastChange(tx, recordId)
  const change = last && seesHistoryAt(caller, last.sitePath) ? last : undefined
  const conflict: EditConflict = {
    Current: { ...current },
    ChangedBy: change?.userId ? { Id: change.userId, FullName: change.fullName ?? '' } : null,
    ChangedAt: change?.at.toISOString() ?? null,
  }
  return new AppError('edit_conflict', { conflict })
}

/** Changes without a site are visible to users who also manage the inventory. */
function seesHistoryAt(caller: Caller, sitePath: string | null): boolean {
  const scope = ownScope(caller)
  return scope.includesInventory || (sitePath !== null && isWithin(sitePath, scope.path))
}

/** Finds the newest audit entry of the record that has `details.changes`. */
const findLastChange = (db: Kysely<Database>, subjectId: string) =>
  db
    .selectFrom('audit_entry')
    .where('subject_id', '=', subjectId)
    .where((eb) => eb(eb.ref('details', '->').key('changes'), 'is not', null))
    .orderBy('id', 'desc')
    .limit(1)
    .select(['at', 'actor_id as userId', 'actor_name as fullName', 'site_path as sitePath'])
    .executeTakeFirst()
