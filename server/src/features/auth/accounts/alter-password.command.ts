import type { Kysely } from 'kysely'
import { insertAuditEntry } from '../../../access/audit.queries.ts'
import type { Callers } from '../../../access/callers.ts'
import type { Database } from '../../../database.ts'
import { AppError, found } from '../../../platform/app-error.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { PasswordHashing } from '../../../platform/password-hashing.ts'
import { hashSecretToken } from '../../../platform/secret-token.ts'
import { requestMail } from '../../messages/index.ts'
import { confirmUser, holdUser, setPassword } from '../credentials/account.queries.ts'
import { normalizeEmail } from '../credentials/account.ts'
import { requireGoodPassword, requireOtherPassword } from '../credentials/choose-password.command.ts'
import { sessionWrites } from '../sessions/session-writes.queries.ts'
import { userCodeQueries } from './user-codes.queries.ts'

interface Parts {
  db: Kysely<Database>
  clock: Clock
  callers: Callers
  passwords: PasswordHashing
}

/**
 * Sets a new password with the code of a reset email. Ends all sessions and starts none: the user must sign in with
 * every required step.
 */
export async function alterPassword(
  { db, clock, callers, passwords }: Parts,
  given: { email: string; code: string; password: string },
): Promise<void> {
  const now = clock()
  const email = normalizeEmail(given.email)
  requireGoodPassword(given.password, { email })
  const hash = hashSecretToken(given.code)
  const code = { hash, purpose: 'reset', email, now } as const
  const owner = found(await userCodeQueries(db).findCode(code), 'invalid_link')
  requireGoodPassword(given.password, owner)
  // Prevents a temporary password from becoming permanent this way.
  await requireOtherPassword(passwords, given.password, owner.passwordHash)
  const passwordHash = await passwords.hash(given.password)
  await db.transaction().execute(async (tx) => {
    const user = found(await holdUser(tx, owner.userId), 'invalid_link')
    if (!(await userCodeQueries(tx).useCode(hash, now))) throw new AppError('invalid_link')
    await setPassword(tx, user.id, { hash: passwordHash, expiresAt: null })
    // Opening the link also proves the address.
    await confirmUser(tx, user.id, now)
    await sessionWrites(tx).endSessionsOf([user.id], 'password reset', now)
    await insertAuditEntry(tx, {
      actorId: user.id,
      siteId: user.siteId,
      action: 'password.reset',
      subjectId: user.id,
    })
    await requestMail(tx, {
      kind: 'PasswordChanged',
      receiver: user.email,
      userId: user.id,
      at: now,
    })
  })
  callers.invalidateUser(owner.userId)
}
