import type { Kysely } from 'kysely'
import { insertAuditEntry } from '../../../access/audit.queries.ts'
import type { Callers } from '../../../access/callers.ts'
import type { Database } from '../../../database.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { PasswordHashing } from '../../../platform/password-hashing.ts'
import { hashSecretToken } from '../../../platform/secret-token.ts'
import { confirmUser, findSignInUser, setPassword } from '../credentials/account.queries.ts'
import { normalizeEmail } from '../credentials/account.ts'
import { requireGoodPassword, requireOtherPassword } from '../credentials/choose-password.command.ts'
import type { SignInOrigin } from '../sessions/session.ts'
import { sessionWrites } from '../sessions/session-writes.queries.ts'
import type { CompleteLogin, SignedIn } from './complete-login.command.ts'
import { stepQueries } from './sign-in-steps.queries.ts'

interface Parts {
  db: Kysely<Database>
  clock: Clock
  callers: Callers
  passwords: PasswordHashing
  completeLogin: CompleteLogin
}

export type ContinueWithPassword = (
  given: { email: string; session: string; password: string },
  origin: SignInOrigin,
) => Promise<SignedIn>

/** The sign-in step that replaces a temporary password with one the user chooses. */
export function createContinueWithPassword(parts: Parts): ContinueWithPassword {
  const { callers, clock, completeLogin, db, passwords } = parts
  return async ({ email: givenEmail, session, password }, origin) => {
    const now = clock()
    const email = normalizeEmail(givenEmail)
    // Checked before the token is used up, so that it still works with a better password.
    requireGoodPassword(password, { email })
    const owner = await findSignInUser(db, email)
    const tokenHash = hashSecretToken(session)
    const step = await stepQueries(db).tryStep(tokenHash, 'new password', now)
    if (!step || step.userId !== owner?.id) throw new AppError('session_expired')
    requireGoodPassword(password, { email, fullName: owner.fullName })
    await requireOtherPassword(passwords, password, owner.passwordHash)
    const hash = await passwords.hash(password)

    const signedIn = await completeLogin(
      step.userId,
      { method: step.method, hasSecondFactor: step.hasSecondFactor },
      origin,
      async (tx, user) => {
        if (user.sessionVersion !== step.sessionVersion) throw new AppError('session_expired')
        if (!(await stepQueries(tx).finishStep(tokenHash, 'new password', now)))
          throw new AppError('session_expired')
        const queries = sessionWrites(tx)
        await setPassword(tx, user.id, { hash, expiresAt: null })
        await confirmUser(tx, user.id, now)
        await queries.endSessionsOf([user.id], 'password changed', now)
        await insertAuditEntry(tx, {
          actorId: user.id,
          siteId: user.siteId,
          action: 'password.changed',
          subjectId: user.id,
        })
      },
    )
    callers.invalidateUser(step.userId)
    return signedIn
  }
}
