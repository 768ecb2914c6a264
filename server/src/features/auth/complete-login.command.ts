import type { Tokens } from '@eot/contract/auth'
import type { Kysely } from 'kysely'
import type { AccessTokens } from '../../access/access-token.ts'
import { insertAuditEvent } from '../../access/audit.queries.ts'
import type { Database } from '../../database.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { uuidv7 } from '../../platform/db/uuid.ts'
import { createSecretToken, hashSecretToken } from '../../platform/secret-token.ts'
import { authQueries } from './auth.queries.ts'
import { findRefusal, type SignInOrigin, type SignInUser, sessionDays } from './sign-in.ts'

/** The last step of every way to sign in: what may still stand against it, then a session and its tokens. */
export type CompleteLogin = (user: SignInUser, origin: SignInOrigin) => Promise<Tokens>

interface Parts {
  db: Kysely<Database>
  tokens: AccessTokens
  clock: Clock
}

const dayMs = 86_400_000

export function createCompleteLogin({ db, tokens, clock }: Parts): CompleteLogin {
  return async (user, origin) => {
    const now = clock()
    const refusal = findRefusal(user, now)
    if (refusal) throw new AppError(refusal)

    const sessionId = uuidv7(now.getTime())
    const refreshToken = createSecretToken()
    await db.transaction().execute(async (tx) => {
      const queries = authQueries(tx)
      await queries.insertSession({
        id: sessionId,
        userId: user.id,
        createdAt: now,
        expiresAt: new Date(now.getTime() + sessionDays * dayMs),
        origin,
      })
      await queries.insertRefreshToken(hashSecretToken(refreshToken), sessionId, 0, now)
      await queries.deleteExpiredSessions(user.id, new Date(now.getTime() - 30 * dayMs))
      await insertAuditEvent(tx, {
        actorId: user.id,
        siteId: user.siteId,
        action: 'session.started',
        subjectId: sessionId,
        details: { method: origin.method, address: origin.address },
      })
    })
    return issueTokens(tokens, { userId: user.id, ...user, sessionId, refreshToken })
  }
}

export async function issueTokens(
  tokens: AccessTokens,
  of: {
    userId: string
    email: string
    fullName: string
    sessionId: string
    sessionVersion: number
    refreshToken: string
  },
): Promise<Tokens> {
  return {
    AccessToken: await tokens.sign(of),
    RefreshToken: of.refreshToken,
    IdToken: await tokens.signIdentity(of),
    ForceTwoFactorAuthSetup: false,
  }
}
