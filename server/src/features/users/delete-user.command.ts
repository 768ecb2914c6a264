import type { Caller } from '../../access/caller.ts'
import { removeCredentials } from '../auth/index.ts'
import { changeOtherUser } from './change-other-user.command.ts'
import { keepAdministrators } from './keep-administrators.command.ts'
import type { UserParts } from './update-user.command.ts'
import { userWrites } from './user-writes.queries.ts'

/** Deletes another user of the caller's sites. Their name stays in alerts and the audit log. */
export const deleteUser = (parts: UserParts, caller: Caller, givenId: string): Promise<void> =>
  changeOtherUser(parts, caller, givenId, 'user.deleted', async (tx, user) => {
    await keepAdministrators(tx, { id: user.id, sitePath: user.site_path }, async () => {
      await userWrites(tx).markDeleted(user.id, parts.clock())
      await removeCredentials(tx, [user.id], parts.clock())
    })
    return {
      name: user.full_name,
      email: user.email,
      role: user.role_name,
      changes: {
        FullName: [user.full_name, null],
        Email: [user.email, null],
        UserRole: [user.role_name, null],
      },
    }
  })
