import { insertAuditEntry } from '../../access/audit.queries.ts'
import type { Caller } from '../../access/caller.ts'
import { AppError } from '../../platform/app-error.ts'
import { limitMailsTo, requestMail } from '../messages/index.ts'
import { holdUser } from './hold-user.command.ts'
import type { UserParts } from './update-user.command.ts'
import { hasJoined } from './users.wire.ts'

/**
 * Requests an email with a temporary password, which replaces the user's password once the email is composed. Users who
 * have not joined yet get their invitation again. Throws `user_inactive` and the errors of `holdUser`.
 */
export async function resendPassword(
  { db, clock }: Pick<UserParts, 'db' | 'clock'>,
  caller: Caller,
  userId: string,
): Promise<void> {
  const now = clock()
  await db.transaction().execute(async (tx) => {
    const user = await holdUser(tx, caller, userId)
    if (!user.is_active) throw new AppError('user_inactive')
    const kind = hasJoined(user) ? 'TemporaryPassword' : 'Invitation'
    await limitMailsTo(tx, { receiver: user.email, kinds: [kind], at: now })
    await requestMail(tx, {
      kind,
      receiver: user.email,
      userId: user.id,
      siteId: user.site_id,
      details: { inviter: caller.fullName, inviterId: caller.userId },
      at: now,
    })
    await insertAuditEntry(tx, {
      actorId: caller.userId,
      siteId: user.site_id,
      action: 'user.password_resent',
      subjectId: user.id,
    })
  })
}
