import type { Kysely } from 'kysely'
import { insertAuditEntry } from '../../../access/audit.queries.ts'
import type { AuditAction } from '../../../access/audit-actions.ts'
import type { Caller } from '../../../access/caller.ts'
import type { Callers } from '../../../access/callers.ts'
import type { Database } from '../../../database.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Clock } from '../../../platform/clock.ts'
import { requestMail } from '../../messages/index.ts'
import type { SignInOrigin } from '../sessions/session.ts'
import { sessionWrites } from '../sessions/session-writes.queries.ts'
import type { CompleteLogin, SignedIn } from '../sign-in/complete-login.command.ts'

interface Parts {
  clock: Clock
  callers: Callers
  completeLogin: CompleteLogin
}

interface ProtectionChange {
  /** Notifies the user. */
  mail: 'PasswordChanged' | 'TwoFactorEnabled' | 'TwoFactorDisabled'
  action: AuditAction
  change: (tx: Kysely<Database>) => Promise<void>
}

/** Changes how the caller's account is protected. Ends all sessions, and starts a new one for the caller. */
export async function changeProtection(
  { callers, clock, completeLogin }: Parts,
  caller: Caller,
  origin: SignInOrigin,
  { action, change, mail }: ProtectionChange,
): Promise<SignedIn> {
  const { userId } = caller
  const proof = { method: 'session', hasSecondFactor: true } as const
  const signedIn = await completeLogin(userId, proof, origin, async (tx, user) => {
    if (user.sessionVersion !== caller.sessionVersion) throw new AppError('invalid_access_token')
    const now = clock()
    await change(tx)
    await sessionWrites(tx).endSessionsOf([userId], action, now)
    await insertAuditEntry(tx, { actorId: userId, siteId: user.siteId, action, subjectId: userId })
    await requestMail(tx, {
      kind: mail,
      receiver: user.email,
      userId,
      at: now,
    })
  })
  callers.invalidateUser(userId)
  return signedIn
}
