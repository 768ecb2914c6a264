import { freshProofMinutes } from '@eot/contract/two-factor'
import type { Kysely } from 'kysely'
import { insertAuditEntry } from '../../../access/audit.queries.ts'
import type { AuditAction } from '../../../access/audit-actions.ts'
import type { Caller } from '../../../access/caller.ts'
import type { Callers } from '../../../access/callers.ts'
import type { Database } from '../../../database.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { PasswordHashing } from '../../../platform/password-hashing.ts'
import { findSignInUser, setPassword } from '../credentials/account.queries.ts'
import { normalizeEmail } from '../credentials/account.ts'
import { requireGoodPassword, requireOtherPassword } from '../credentials/choose-password.command.ts'
import { type SecondFactorKeys, useSecondFactor } from '../second-factor/prove-second-factor.command.ts'
import type { SignInOrigin } from '../sessions/session.ts'
import type { CompleteLogin, SignedIn } from '../sign-in/complete-login.command.ts'
import type { GuardAttempts } from '../sign-in/guard-attempts.command.ts'
import { changeProtection } from './change-protection.command.ts'

export interface OwnAccountParts {
  db: Kysely<Database>
  clock: Clock
  callers: Callers
  passwords: PasswordHashing
  completeLogin: CompleteLogin
  guardAttempts: GuardAttempts
  secondFactor: SecondFactorKeys
}

/** Throws `invalid_credentials` if the password is not the caller's, and `limit_exceeded` after too many failures. */
async function requireOwnPassword(
  { db, guardAttempts, passwords }: OwnAccountParts,
  caller: Caller,
  password: string,
): Promise<{ passwordHash: string | null }> {
  const email = normalizeEmail(caller.email)
  const user = await guardAttempts({ email, way: `session ${caller.userId}` }, async () => {
    const found = await findSignInUser(db, email)
    return found && (await passwords.matches(found.passwordHash, password, { isUrgent: true }))
      ? found
      : undefined
  })
  if (user) return user
  await note(db, caller, 'password.refused')
  throw new AppError('invalid_credentials')
}

/** Audits an action or attempt of a session on its own user. */
export async function note(db: Kysely<Database>, caller: Caller, action: AuditAction): Promise<void> {
  const { userId, siteId } = caller
  await insertAuditEntry(db, { actorId: userId, siteId, action, subjectId: userId })
}

/**
 * Required before changing how an account is protected: the last proof must be recent, or a new one given. Throws
 * `reauthentication_required` if neither is the case.
 */
export async function requireFreshProof(
  parts: OwnAccountParts,
  caller: Caller,
  given: { password: string | undefined; code: string | undefined },
): Promise<void> {
  const { clock, db, guardAttempts, secondFactor } = parts
  const now = clock()
  if (given.password !== undefined) return void (await requireOwnPassword(parts, caller, given.password))
  const { code } = given
  if (code !== undefined) {
    const { userId } = caller
    const used = await guardAttempts({ email: userId, way: 'code' }, () =>
      db.transaction().execute((tx) => useSecondFactor(tx, secondFactor, { userId, code, now })),
    )
    if (used === 'recovery code') await note(db, caller, 'second_factor.recovery_code_used')
    if (used) return
    await note(db, caller, 'second_factor.refused')
    throw new AppError('invalid_code')
  }
  if (now.getTime() - caller.provenAt.getTime() > freshProofMinutes * 60_000)
    throw new AppError('reauthentication_required')
}

/** Changes the caller's password. */
export async function changeOwnPassword(
  parts: OwnAccountParts,
  caller: Caller,
  given: { oldPassword: string; newPassword: string },
  origin: SignInOrigin,
): Promise<SignedIn> {
  const { passwordHash } = await requireOwnPassword(parts, caller, given.oldPassword)
  requireGoodPassword(given.newPassword, caller, 'NewPassword')
  await requireOtherPassword(parts.passwords, given.newPassword, passwordHash, 'NewPassword')
  const hash = await parts.passwords.hash(given.newPassword)
  return changeProtection(parts, caller, origin, {
    mail: 'PasswordChanged',
    action: 'password.changed',
    change: (tx) => setPassword(tx, caller.userId, { hash, expiresAt: null }),
  })
}
