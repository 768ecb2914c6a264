import type { BodyOf } from '@eot/contract/endpoint'
import type { users } from '@eot/contract/users'
import type { Kysely } from 'kysely'
import { insertAuditEntry } from '../../access/audit.queries.ts'
import type { Caller } from '../../access/caller.ts'
import { ownScope, type ScopeOf } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { AppError, found } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { violatesUnique } from '../../platform/db/database-failure.ts'
import { uuidv7 } from '../../platform/db/uuid.ts'
import { limitInvitations, limitMailsTo, requestMail } from '../mail/index.ts'
import { type UserRow, userQueries } from './users.queries.ts'

interface Parts {
  db: Kysely<Database>
  scopeOf: ScopeOf
  clock: Clock
}

/** Creates a user in one of the caller's sites, in a role no higher than the caller's own, and returns it. */
export async function inviteUser(
  { db, scopeOf, clock }: Parts,
  caller: Caller,
  input: BodyOf<typeof users.create>,
): Promise<UserRow> {
  const { siteId, path } = await scopeOf(caller, { SiteId: input.Site })
  const role = found(await userQueries(db).findRole(input.UserRole), 'role_not_found')
  if (role.priority > caller.priority) throw new AppError('role_above_own')
  const [id, now] = [uuidv7(), clock()]
  try {
    return await db.transaction().execute(async (tx) => {
      const queries = userQueries(tx)
      await limitInvitations(tx, { inviterId: caller.userId, sitePath: path, at: now })
      await limitMailsTo(tx, { receiver: input.Email, kinds: ['Invitation'], at: now })
      await queries.insertUser({
        id,
        siteId,
        roleId: role.id,
        email: input.Email,
        fullName: input.FullName,
        // The invitation email carries a temporary password, and signing in with it proves the address.
        passwordHash: null,
        confirmedAt: now,
      })
      const details = { role: role.name }
      await insertAuditEntry(tx, {
        actorId: caller.userId,
        siteId,
        action: 'user.invited',
        subjectId: id,
        details,
      })
      await requestMail(tx, {
        kind: 'Invitation',
        receiver: input.Email,
        userId: id,
        siteId,
        details: { inviter: caller.fullName, inviterId: caller.userId },
        at: now,
      })
      return found(await queries.findUser(ownScope(caller), id), 'user_not_found')
    })
  } catch (error) {
    if (violatesUnique(error, 'app_user__email')) throw new AppError('email_taken')
    throw error
  }
}
