import { insertAuditEntry } from '../../access/audit.queries.ts'
import type { Caller } from '../../access/caller.ts'
import { AppError } from '../../platform/app-error.ts'
import { removeSecondFactor } from '../auth/index.ts'
import { announceChange } from '../events/index.ts'
import { holdUser } from './hold-user.command.ts'
import type { UserParts } from './update-user.command.ts'

/** Removes the second factor of another user of the caller's sites, who has lost it. The user is told by email. */
export async function resetTwoFactor(
  { db, callers, clock }: UserParts,
  caller: Caller,
  givenId: string,
): Promise<void> {
  const id = givenId.toLowerCase()
  await db.transaction().execute(async (tx) => {
    const user = await holdUser(tx, caller, id)
    // Their own they disable with a proof.
    if (id === caller.userId) throw new AppError('own_account')
    if (!(await removeSecondFactor(tx, user, clock()))) throw new AppError('two_factor_not_enabled')
    await insertAuditEntry(tx, {
      actorId: caller.userId,
      siteId: user.site_id,
      action: 'second_factor.reset',
      subjectId: id,
    })
    await announceChange(tx, 'UsersChanged', user.site_path)
  })
  callers.invalidateUser(id)
}
