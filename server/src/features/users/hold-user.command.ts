import type { Kysely } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { holdCaller } from '../../access/caller-lock.queries.ts'
import { ownScope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { AppError, found } from '../../platform/app-error.ts'
import { type UserRow, userRowQueries } from './user-rows.queries.ts'

/**
 * Locks a user of the caller's sites for a change, together with the caller, whose permissions may be changing at the same
 * time. Throws `invalid_access_token` if they have changed, `user_not_found`, or `role_above_own`.
 */
export async function holdUser(tx: Kysely<Database>, caller: Caller, id: string): Promise<UserRow> {
  await holdCaller(tx, caller, [id])
  const user = found(await userRowQueries(tx).findUser(ownScope(caller), id), 'user_not_found')
  if (user.role_priority > caller.priority) throw new AppError('role_above_own')
  return user
}
