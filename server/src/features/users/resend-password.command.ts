import type { Kysely } from 'kysely'
import { insertAuditEntry } from '../../access/audit.queries.ts'
import type { Caller } from '../../access/caller.ts'
import { ownScope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { AppError, found } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { limitMailsTo, requestMail } from '../mail/index.ts'
import { userQueries } from './users.queries.ts'

interface Parts {
  db: Kysely<Database>
  clock: Clock
}

/** Requests an email with a temporary password, which replaces the user's password once the email is composed. */
export async function resendPassword({ db, clock }: Parts, caller: Caller, userId: string): Promise<void> {
  const user = found(await userQueries(db).findUser(ownScope(caller), userId), 'user_not_found')
  if (user.role_priority > caller.priority) throw new AppError('role_above_own')
  const now = clock()
  const kind = 'TemporaryPassword'
  await db.transaction().execute(async (tx) => {
    await limitMailsTo(tx, { receiver: user.email, kinds: [kind], at: now })
    await requestMail(tx, {
      kind,
      receiver: user.email,
      userId,
      siteId: user.site_id,
      details: { inviter: caller.fullName },
      at: now,
    })
    await insertAuditEntry(tx, {
      actorId: caller.userId,
      siteId: user.site_id,
      action: 'user.password_resent',
      subjectId: userId,
    })
  })
}
