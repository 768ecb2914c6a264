import type { Transaction } from 'kysely'
import { insertAuditEntry } from '../../access/audit.queries.ts'
import type { AuditAction } from '../../access/audit-actions.ts'
import type { Caller } from '../../access/caller.ts'
import type { Database } from '../../database.ts'
import { AppError } from '../../platform/app-error.ts'
import { announceChange } from '../events/index.ts'
import { holdUser } from './hold-user.command.ts'
import type { UserParts } from './update-user.command.ts'
import type { UserRow } from './user-rows.queries.ts'

/**
 * Changes another user of the caller's sites and writes the audit entry in the same transaction. `change` returns the
 * details of that entry. Throws `own_account` for the caller, and the errors of `holdUser`.
 */
export async function changeOtherUser(
  { db, callers }: Pick<UserParts, 'db' | 'callers'>,
  caller: Caller,
  givenId: string,
  action: AuditAction,
  change: (tx: Transaction<Database>, user: UserRow) => Promise<Record<string, unknown>>,
): Promise<void> {
  const id = givenId.toLowerCase()
  await db.transaction().execute(async (tx) => {
    const user = await holdUser(tx, caller, id)
    if (id === caller.userId) throw new AppError('own_account')
    const details = await change(tx, user)
    await insertAuditEntry(tx, {
      actorId: caller.userId,
      siteId: user.site_id,
      action,
      subjectId: id,
      details,
    })
    await announceChange(tx, 'UsersChanged', user.site_path)
  })
  callers.invalidateUser(id)
}
