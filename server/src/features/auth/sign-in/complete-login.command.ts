import type { Tokens } from '@eot/contract/auth'
import type { Kysely } from 'kysely'
import type { AccessTokens } from '../../../access/access-token.ts'
import { insertAuditEntry } from '../../../access/audit.queries.ts'
import type { Database } from '../../../database.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Clock } from '../../../platform/clock.ts'
import { uuidv7 } from '../../../platform/db/uuid.ts'
import { createSecretToken, hashSecretToken } from '../../../platform/secret-token.ts'
import { holdUser, isTwoFactorForced, type SignInRow } from '../credentials/account.queries.ts'
import { issueTokens } from '../sessions/issue-tokens.ts'
import { type SignInOrigin, sessionDays, settingUpMs } from '../sessions/session.ts'
import { sessionWrites } from '../sessions/session-writes.queries.ts'
import { knownDeviceQueries } from './known-devices.queries.ts'
import { dayMs, findMissingStep, findRefusal, type Proof, stepMs } from './sign-in.ts'
import { stepQueries } from './sign-in-steps.queries.ts'

export interface SignedIn {
  tokens: Tokens
  /** A token for the browser to store; undefined if it already has one of this user. */
  deviceToken: string | undefined
}

/** Changes and checks within the sign-in's transaction; throwing rolls it back. */
export type Prove = (tx: Kysely<Database>, user: SignInRow) => Promise<void>

/**
 * The last step of every way to sign in: checks what may still prevent it, then starts a session and issues tokens.
 * Throws the refusal; if a step is missing, the error carries the token that continues with it.
 */
export type CompleteLogin = (
  userId: string,
  proof: Proof,
  origin: SignInOrigin,
  prove?: Prove,
) => Promise<SignedIn>

interface Parts {
  db: Kysely<Database>
  tokens: AccessTokens
  clock: Clock
}

export function createCompleteLogin({ db, tokens, clock }: Parts): CompleteLogin {
  return async (userId, proof, origin, prove) => {
    const now = clock()
    const outcome = await db.transaction().execute(async (tx) => {
      const held = await holdUser(tx, userId)
      if (!held) return new AppError('invalid_credentials')
      await prove?.(tx, held)
      // Read again, because the proof may have changed the user.
      const user = prove ? ((await holdUser(tx, userId)) ?? held) : held
      const refusal = findRefusal(user, proof, now)
      if (refusal) {
        await insertAuditEntry(tx, {
          actorId: null,
          siteId: user.siteId,
          action: 'session.refused',
          subjectId: user.id,
          details: { method: proof.method, reason: refusal, address: origin.address },
        })
        return new AppError(refusal)
      }
      const missing = findMissingStep(user, proof)
      if (missing) return askForStep(tx, user, { ...proof, kind: missing }, { origin, now })
      return startSession(tx, user, { proof, origin, now })
    })
    // Thrown after the commit, so that what was proven stays proven although the sign-in is refused.
    if (outcome instanceof AppError) throw outcome
    const { user, deviceToken, ...session } = outcome
    return { tokens: await issueTokens(tokens, { ...user, userId, ...session }), deviceToken }
  }
}

async function askForStep(
  tx: Kysely<Database>,
  user: SignInRow,
  step: Proof & { kind: 'mfa' | 'new password' },
  { origin, now }: { origin: SignInOrigin; now: Date },
): Promise<AppError> {
  await insertAuditEntry(tx, {
    actorId: user.id,
    siteId: user.siteId,
    action: 'session.step_asked',
    subjectId: user.id,
    details: { method: step.method, step: step.kind, address: origin.address },
  })
  return new AppError(step.kind === 'mfa' ? 'mfa_required' : 'new_password_required', {
    sessionToken: await openStep(tx, user, step, now),
    ...(step.method === 'sso' && { email: user.email }),
  })
}

/** Creates a single-use token that continues a sign-in. */
export async function openStep(
  tx: Kysely<Database>,
  user: Pick<SignInRow, 'id' | 'sessionVersion'>,
  step: Proof & { kind: 'mfa' | 'new password' },
  now: Date,
): Promise<string> {
  const token = createSecretToken()
  await stepQueries(tx).insertStep(
    hashSecretToken(token),
    { ...step, userId: user.id, sessionVersion: user.sessionVersion },
    new Date(now.getTime() + stepMs),
  )
  return token
}

async function startSession(
  tx: Kysely<Database>,
  user: SignInRow,
  { proof, origin, now }: { proof: Proof; origin: SignInOrigin; now: Date },
) {
  const isProvenElsewhere = proof.method === 'sso' && proof.hasSecondFactor
  const isSettingUp = !user.hasTwoFactor && !isProvenElsewhere && (await isTwoFactorForced(tx, user.id))
  const sessionId = uuidv7(now.getTime())
  const refreshToken = createSecretToken()
  const lifeMs = isSettingUp ? settingUpMs : sessionDays * dayMs
  const queries = sessionWrites(tx)
  await queries.insertSession({
    id: sessionId,
    userId: user.id,
    createdAt: now,
    expiresAt: new Date(now.getTime() + lifeMs),
    origin,
    isSettingUp,
    isProvenElsewhere,
  })
  await queries.insertRefreshToken(hashSecretToken(refreshToken), sessionId, 0, now)
  await queries.deleteExpiredSessions(user.id, new Date(now.getTime() - 30 * dayMs))
  await insertAuditEntry(tx, {
    actorId: user.id,
    siteId: user.siteId,
    action: 'session.started',
    subjectId: sessionId,
    details: {
      method: proof.method,
      secondFactor: proof.hasSecondFactor,
      address: origin.address,
      ...(isSettingUp && { settingUp: true }),
    },
  })
  const deviceToken = await rememberDevice(tx, user.id, origin, now)
  return { user, sessionId, refreshToken, isSettingUp, deviceToken }
}

async function rememberDevice(
  tx: Kysely<Database>,
  userId: string,
  { deviceToken }: SignInOrigin,
  now: Date,
): Promise<string | undefined> {
  const devices = knownDeviceQueries(tx)
  if (deviceToken && (await devices.touchDevice(hashSecretToken(deviceToken), userId, now))) return undefined
  const fresh = createSecretToken()
  await devices.insertDevice(hashSecretToken(fresh), userId, now)
  return fresh
}
