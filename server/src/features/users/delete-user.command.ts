import { insertAuditEntry } from '../../access/audit.queries.ts'
import type { Caller } from '../../access/caller.ts'
import { AppError } from '../../platform/app-error.ts'
import { removeCredentials } from '../auth/index.ts'
import { announceChange } from '../events/index.ts'
import { holdUser } from './hold-user.command.ts'
import { keepAdministrators } from './keep-administrators.command.ts'
import type { UserParts } from './update-user.command.ts'
import { userWrites } from './user-writes.queries.ts'

/** Deletes another user of the caller's sites. Their name stays in alerts and the audit log. */
export async function deleteUser(
  { db, callers, clock }: UserParts,
  caller: Caller,
  givenId: string,
): Promise<void> {
  const id = givenId.toLowerCase()
  await db.transaction().execute(async (tx) => {
    const user = await holdUser(tx, caller, id)
    if (id === caller.userId) throw new AppError('own_account')
    await keepAdministrators(tx, { id, sitePath: user.site_path }, async () => {
      await userWrites(tx).markDeleted(id, clock())
      await removeCredentials(tx, id, clock())
    })
    await insertAuditEntry(tx, {
      actorId: caller.userId,
      siteId: user.site_id,
      action: 'user.deleted',
      subjectId: id,
      details: { name: user.full_name, email: user.email, role: user.role_name },
    })
    await announceChange(tx, 'UsersChanged', user.site_path)
  })
  callers.invalidateUser(id)
}
