import type { BodyOf } from '@eot/contract/endpoint'
import type { users } from '@eot/contract/users'
import { insertAuditEntry } from '../../access/audit.queries.ts'
import type { Caller } from '../../access/caller.ts'
import { holdCaller } from '../../access/caller-lock.queries.ts'
import { ownScope } from '../../access/scope.ts'
import { holdSite } from '../../access/site-tree-lock.queries.ts'
import { AppError, found, invalid } from '../../platform/app-error.ts'
import { violatesUnique } from '../../platform/db/database-failure.ts'
import { uuidv7 } from '../../platform/db/uuid.ts'
import { announceChange } from '../events/index.ts'
import { limitInvitations, limitMailsTo, requestMail } from '../messages/index.ts'
import type { UserParts } from './update-user.command.ts'
import { type UserRow, userRowQueries } from './user-rows.queries.ts'
import { userQueries } from './users.queries.ts'

/** Creates a user in one of the caller's sites, in a role no higher than the caller's own, and returns it. */
export async function inviteUser(
  { db, clock }: Pick<UserParts, 'db' | 'clock'>,
  caller: Caller,
  input: BodyOf<typeof users.create>,
): Promise<UserRow> {
  const role = found(await userQueries(db).findRole(input.UserRole), 'role_not_found')
  if (role.priority > caller.priority) throw new AppError('role_above_own')
  if (input.TextEnabled && !input.PhoneNumber)
    throw invalid('PhoneNumber', 'Please enter a phone number for text messages')
  const [id, now] = [uuidv7(), clock()]
  try {
    return await db.transaction().execute(async (tx) => {
      const { siteId, path } = await holdSite(tx, caller, input.Site)
      await holdCaller(tx, caller)
      await limitInvitations(tx, { inviterId: caller.userId, sitePath: path, at: now })
      await limitMailsTo(tx, { receiver: input.Email, kinds: ['Invitation'], at: now })
      await userQueries(tx).insertUser({
        id,
        siteId,
        roleId: role.id,
        email: input.Email,
        fullName: input.FullName,
        userTitle: input.UserTitle ?? null,
        phoneNumber: input.PhoneNumber ?? null,
        notificationsEnabled: input.NotificationsEnabled,
        emailEnabled: input.EmailEnabled,
        textEnabled: input.TextEnabled,
        forceTwoFactor: input.ForceUserTwoFactorAuth,
        // The invitation email carries a temporary password, and signing in with it proves the address.
        passwordHash: null,
        confirmedAt: now,
        createdAt: now,
      })
      const details = {
        role: role.name,
        changes: {
          FullName: [null, input.FullName],
          Email: [null, input.Email],
          UserRole: [null, role.name],
        },
      }
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
      await announceChange(tx, 'UsersChanged', path)
      return found(await userRowQueries(tx).findUser(ownScope(caller), id), 'user_not_found')
    })
  } catch (error) {
    if (violatesUnique(error, 'app_user__email')) throw new AppError('email_taken')
    throw error
  }
}
