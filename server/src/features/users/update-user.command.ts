import type { BodyOf } from '@eot/contract/endpoint'
import type { users } from '@eot/contract/users'
import type { Kysely } from 'kysely'
import { insertAuditEntry } from '../../access/audit.queries.ts'
import { type Caller, requirePermission } from '../../access/caller.ts'
import { refuseStaleEdit } from '../../access/edit-conflict.queries.ts'
import { fieldChanges } from '../../access/field-changes.ts'
import { ownScope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { AppError, found } from '../../platform/app-error.ts'
import { type UserRow, userQueries } from './users.queries.ts'
import { userToWire } from './users.wire.ts'

/**
 * Changes a user of the caller's sites. Users may change their own settings; changing another user requires EditUsers
 * and a role no lower than theirs.
 */
export async function updateUser(
  db: Kysely<Database>,
  caller: Caller,
  id: string,
  change: BodyOf<typeof users.update>,
): Promise<UserRow> {
  const userId = id.toLowerCase()
  if (userId !== caller.userId) requirePermission(caller, 'EditUsers')
  return await db.transaction().execute(async (tx) => {
    const queries = userQueries(tx)
    await queries.lockUser(userId)
    const user = found(await queries.findUser(ownScope(caller), userId), 'user_not_found')
    if (user.role_priority > caller.priority) throw new AppError('role_above_own')
    if (!change.Settings) return user
    await refuseStaleEdit(tx, { given: change.Version, stored: user, current: userToWire(user) })
    await queries.updateSettings(ownScope(caller), userId, change.Settings)
    await insertAuditEntry(tx, {
      actorId: caller.userId,
      siteId: user.site_id,
      action: 'user.settings_changed',
      subjectId: userId,
      details: { changes: fieldChanges(user.settings, change.Settings) },
    })
    return found(await queries.findUser(ownScope(caller), userId), 'user_not_found')
  })
}
