import type { Caller } from '../../access/caller.ts'
import { AppError } from '../../platform/app-error.ts'
import { removeSecondFactor } from '../auth/index.ts'
import { changeOtherUser } from './change-other-user.command.ts'
import type { UserParts } from './update-user.command.ts'

/**
 * Removes the second factor of another user of the caller's sites, who has lost it. The user is notified by email. Users
 * disable their own with a proof.
 */
export const resetTwoFactor = (parts: UserParts, caller: Caller, givenId: string): Promise<void> =>
  changeOtherUser(parts, caller, givenId, 'second_factor.reset', async (tx, user) => {
    if (!(await removeSecondFactor(tx, user, parts.clock()))) throw new AppError('two_factor_not_enabled')
    return {}
  })
