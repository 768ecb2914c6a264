import type { Kysely } from 'kysely'
import { insertAuditEntry } from '../../../access/audit.queries.ts'
import type { Database } from '../../../database.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Clock } from '../../../platform/clock.ts'
import { type OidcAnswer, type OidcClient, OidcRefused, OidcUnreachable } from '../../../platform/oidc.ts'
import type { Seal } from '../../../platform/seal.ts'
import { createSecretToken, hashSecretToken } from '../../../platform/secret-token.ts'
import { findSignInUser } from '../credentials/account.queries.ts'
import { normalizeEmail } from '../credentials/account.ts'
import type { SignInOrigin } from '../sessions/session.ts'
import type { CompleteLogin, SignedIn } from '../sign-in/complete-login.command.ts'
import { ssoQueries } from './sso.queries.ts'
import { readSsoClaims, type SsoClaims, ssoAttemptMs } from './sso.ts'

interface Parts {
  db: Kysely<Database>
  clock: Clock
  seal: Seal
  completeLogin: CompleteLogin
  /** Absent if there is no single sign-on. */
  provider: OidcClient | undefined
}

export interface SingleSignOn {
  /** Returns the URL to which to redirect the browser, and the cookie value that binds the sign-in to it. */
  begin(): Promise<{ url: string; browserToken: string }>
  complete(answer: OidcAnswer, browserToken: string | undefined, origin: SignInOrigin): Promise<SignedIn>
}

/** Sign-in through a provider, for users who already exist. */
export function createSingleSignOn({ clock, completeLogin, db, provider, seal }: Parts): SingleSignOn {
  return {
    async begin() {
      const { url, checks } = await asked(() => required(provider).begin())
      const browserToken = createSecretToken()
      await ssoQueries(db).insertAttempt(
        hashSecretToken(browserToken),
        seal.seal(JSON.stringify(checks)),
        new Date(clock().getTime() + ssoAttemptMs),
      )
      return { url, browserToken }
    },

    async complete(answer, browserToken, origin) {
      try {
        return await identify(answer, browserToken, origin)
      } catch (error) {
        if (error instanceof AppError && error.code === 'sso_refused')
          await insertAuditEntry(db, {
            actorId: null,
            siteId: null,
            action: 'session.refused',
            subjectId: null,
            details: { method: 'sso', address: origin.address },
          })
        throw error
      }
    },
  }

  async function identify(
    answer: OidcAnswer,
    browserToken: string | undefined,
    origin: SignInOrigin,
  ): Promise<SignedIn> {
    const oidc = required(provider)
    const sealed = browserToken && (await ssoQueries(db).takeAttempt(hashSecretToken(browserToken), clock()))
    if (!sealed) throw new AppError('sso_refused')
    const claims = readSsoClaims(await asked(() => oidc.complete(answer, JSON.parse(seal.open(sealed)))))
    const linked = await ssoQueries(db).findLinkedUser(claims)
    const userId = linked ?? (await findByEmail(claims))
    if (userId === undefined) throw new AppError('sso_refused')
    const { hasSecondFactor } = claims
    return completeLogin(userId, { method: 'sso', hasSecondFactor }, origin, async (tx, user) => {
      if (!user.isActive) throw new AppError('sso_refused')
      if ((await ssoQueries(tx).findTenant(user.siteId)) !== claims.tenant) throw new AppError('sso_refused')
      if (linked === undefined) await link(tx, claims, user)
    })
  }

  async function findByEmail({ verifiedEmail }: SsoClaims): Promise<string | undefined> {
    if (verifiedEmail === undefined) return undefined
    return (await findSignInUser(db, normalizeEmail(verifiedEmail)))?.id
  }
}

/** Links the user once: from then on the subject identifies them, whatever address it presents. */
async function link(
  tx: Kysely<Database>,
  claims: SsoClaims,
  user: { id: string; siteId: string },
): Promise<void> {
  if (!(await ssoQueries(tx).link(claims, user.id))) throw new AppError('sso_refused')
  await insertAuditEntry(tx, {
    actorId: user.id,
    siteId: user.siteId,
    action: 'sso.linked',
    subjectId: user.id,
    details: { issuer: claims.issuer, tenant: claims.tenant },
  })
}

function required(provider: OidcClient | undefined): OidcClient {
  if (!provider) throw new AppError('sso_not_configured')
  return provider
}

async function asked<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question()
  } catch (error) {
    if (error instanceof OidcRefused) throw new AppError('sso_refused', {}, { cause: error })
    if (error instanceof OidcUnreachable) throw new AppError('sso_unavailable', {}, { cause: error })
    throw error
  }
}
