import type { Kysely } from 'kysely'
import { insertAuditEntry } from '../../../access/audit.queries.ts'
import type { Database } from '../../../database.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Clock } from '../../../platform/clock.ts'
import { hashSecretToken } from '../../../platform/secret-token.ts'
import { normalizeEmail } from '../credentials/account.ts'
import { type SecondFactorKeys, useSecondFactor } from '../second-factor/prove-second-factor.command.ts'
import type { SignInOrigin } from '../sessions/session.ts'
import type { CompleteLogin, SignedIn } from './complete-login.command.ts'
import type { GuardAttempts } from './guard-attempts.command.ts'
import { stepQueries } from './sign-in-steps.queries.ts'

interface Parts {
  db: Kysely<Database>
  clock: Clock
  completeLogin: CompleteLogin
  guardAttempts: GuardAttempts
  secondFactor: SecondFactorKeys
}

export type ContinueWithCode = (
  given: { email: string; session: string; code: string },
  origin: SignInOrigin,
) => Promise<SignedIn>

class WrongCode extends Error {
  override name = 'WrongCode'
}

/** The second-factor step of a sign-in. Attempts are limited per session token, and per account and day. */
export function createContinueWithCode(parts: Parts): ContinueWithCode {
  const { clock, completeLogin, db, guardAttempts, secondFactor } = parts
  return async ({ email, session, code }, origin) => {
    const now = clock()
    const tokenHash = hashSecretToken(session)
    const step = await stepQueries(db).tryStep(tokenHash, 'mfa', now)
    if (!step) throw new AppError('session_expired')

    const attempt = async () => {
      try {
        return await completeLogin(
          step.userId,
          { method: step.method, hasSecondFactor: true },
          origin,
          async (tx, user) => {
            if (
              user.sessionVersion !== step.sessionVersion ||
              normalizeEmail(user.email) !== normalizeEmail(email)
            )
              throw new AppError('session_expired')
            const used = await useSecondFactor(tx, secondFactor, { userId: user.id, code, now })
            if (!used) throw new WrongCode()
            if (!(await stepQueries(tx).finishStep(tokenHash, 'mfa', now)))
              throw new AppError('session_expired')
            if (used === 'recovery code')
              await insertAuditEntry(tx, {
                actorId: user.id,
                siteId: user.siteId,
                action: 'second_factor.recovery_code_used',
                subjectId: user.id,
              })
          },
        )
      } catch (error) {
        if (error instanceof WrongCode) return undefined
        // The code was right but another step is missing, so this does not count as a failure.
        if (error instanceof AppError && error.code === 'new_password_required') return error
        throw error
      }
    }
    const outcome = await guardAttempts({ email: `${step.userId}`, way: 'code' }, attempt)
    if (outcome === undefined) {
      await insertAuditEntry(db, {
        actorId: null,
        siteId: null,
        action: 'second_factor.refused',
        subjectId: step.userId,
        details: { address: origin.address },
      })
      throw new AppError('invalid_code')
    }
    if (outcome instanceof AppError) throw outcome
    return outcome
  }
}
