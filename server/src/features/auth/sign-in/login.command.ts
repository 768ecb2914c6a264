import type { Kysely } from 'kysely'
import { insertAuditEntry } from '../../../access/audit.queries.ts'
import type { Database } from '../../../database.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { PasswordHashing } from '../../../platform/password-hashing.ts'
import { hashSecretToken } from '../../../platform/secret-token.ts'
import { findSignInUser, type SignInRow } from '../credentials/account.queries.ts'
import { normalizeEmail } from '../credentials/account.ts'
import type { SignInOrigin } from '../sessions/session.ts'
import type { CompleteLogin, SignedIn } from './complete-login.command.ts'
import type { GuardAttempts } from './guard-attempts.command.ts'
import { knownDeviceQueries } from './known-devices.queries.ts'

interface Parts {
  db: Kysely<Database>
  passwords: PasswordHashing
  completeLogin: CompleteLogin
  guardAttempts: GuardAttempts
}

export type Login = (email: string, password: string, origin: SignInOrigin) => Promise<SignedIn>

/** Signs in with a password. Neither the response nor its time reveals whether the account exists. */
export function createLogin({ db, passwords, completeLogin, guardAttempts }: Parts): Login {
  /** Guesses made elsewhere do not count against a device with which the user has signed in before. */
  async function wayOf(
    email: string,
    { deviceToken }: SignInOrigin,
  ): Promise<{ way: string; isKnown: boolean }> {
    const hash = deviceToken ? hashSecretToken(deviceToken) : undefined
    return hash && (await knownDeviceQueries(db).isKnown(hash, email))
      ? { way: `password ${hash.toString('base64url')}`, isKnown: true }
      : { way: 'password', isKnown: false }
  }

  async function checkPassword(
    email: string,
    password: string,
    { address, isKnown }: { address: string; isKnown: boolean },
  ): Promise<SignInRow | undefined> {
    const user = await findSignInUser(db, email)
    const matches = await passwords.matches(user?.passwordHash ?? null, password, {
      isUrgent: isKnown,
    })
    if (user && matches && user.isActive) return user
    await insertAuditEntry(db, {
      actorId: null,
      siteId: user?.siteId ?? null,
      action: 'session.refused',
      subjectId: user?.id ?? null,
      details: { address },
    })
    return undefined
  }

  return async (givenEmail, password, origin) => {
    const email = normalizeEmail(givenEmail)
    const { way, isKnown } = await wayOf(email, origin)
    const { address } = origin
    const user = await guardAttempts({ email, way }, () =>
      checkPassword(email, password, { address, isKnown }),
    )
    if (!user) throw new AppError('invalid_credentials')
    const { id, passwordHash } = user
    return completeLogin(id, { method: 'password', hasSecondFactor: false, passwordHash }, origin)
  }
}
