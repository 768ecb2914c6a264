import type { Tokens } from '@eot/contract/auth'
import type { Kysely } from 'kysely'
import type { AccessTokens } from '../../../access/access-token.ts'
import { insertAuditEntry } from '../../../access/audit.queries.ts'
import type { Callers } from '../../../access/callers.ts'
import { sessionQueries } from '../../../access/sessions.queries.ts'
import type { Database } from '../../../database.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Clock } from '../../../platform/clock.ts'
import { hashSecretToken } from '../../../platform/secret-token.ts'
import { requestMail } from '../../messages/index.ts'
import { holdUser } from '../credentials/account.queries.ts'
import { issueTokens } from './issue-tokens.ts'
import { isWithinGrace, successorOf } from './refresh.ts'
import { sessionWrites } from './session-writes.queries.ts'

interface Parts {
  db: Kysely<Database>
  tokens: AccessTokens
  callers: Callers
  refreshKey: Buffer
  clock: Clock
}

type Exchange =
  | { sessionId: string; generation: number; isFirst: boolean }
  | { stolenSessionId: string }
  | undefined

export type RefreshTokens = (refreshToken: string) => Promise<Tokens>

/** Exchanges a refresh token. Two parallel exchanges get the same successor; a later reuse ends the session. */
export function createRefreshTokens({ db, tokens, callers, refreshKey, clock }: Parts): RefreshTokens {
  return async (refreshToken) => {
    const now = clock()
    const issued = await db.transaction().execute(async (tx) => {
      const exchange = await exchangeToken(tx, hashSecretToken(refreshToken), now)
      if (exchange && 'stolenSessionId' in exchange) return exchange
      const user = exchange && (await sessionQueries(tx).findCaller(exchange.sessionId, now))
      if (!exchange || !user) throw new AppError('invalid_refresh_token')
      const isDemanded = !user.isSettingUp && (await sessionWrites(tx).demandSetup(exchange.sessionId))
      const isSettingUp = user.isSettingUp || isDemanded
      if (isDemanded)
        await insertAuditEntry(tx, {
          actorId: null,
          siteId: user.siteId,
          action: 'second_factor.demanded',
          subjectId: user.userId,
        })
      const generation = exchange.generation + 1
      const successor = successorOf(refreshKey, exchange.sessionId, generation)
      if (exchange.isFirst)
        await sessionWrites(tx).insertRefreshToken(
          hashSecretToken(successor),
          exchange.sessionId,
          generation,
          now,
        )
      return { ...user, isSettingUp, refreshToken: successor }
    })
    if ('isSettingUp' in issued && issued.isSettingUp) callers.invalidateSession(issued.sessionId)
    if ('stolenSessionId' in issued) {
      callers.invalidateSession(issued.stolenSessionId)
      throw new AppError('invalid_refresh_token')
    }
    return issueTokens(tokens, issued)
  }
}

async function exchangeToken(tx: Kysely<Database>, tokenHash: Buffer, now: Date): Promise<Exchange> {
  const queries = sessionWrites(tx)
  const used = await queries.useRefreshToken(tokenHash, now)
  if (used) return { ...used, isFirst: true }
  const known = await queries.findRefreshToken(tokenHash)
  if (!known?.usedAt) return undefined
  if (isWithinGrace(known.usedAt, now)) return { ...known, isFirst: false }
  const { sessionId } = known
  if (await queries.endSession(sessionId, 'refresh token reused', now)) await notifyOfTheft(tx, known, now)
  return { stolenSessionId: sessionId }
}

async function notifyOfTheft(
  tx: Kysely<Database>,
  { sessionId, userId }: { sessionId: string; userId: string },
  now: Date,
): Promise<void> {
  const user = await holdUser(tx, userId)
  await insertAuditEntry(tx, {
    actorId: null,
    siteId: user?.siteId ?? null,
    action: 'session.token_reused',
    subjectId: sessionId,
    details: { userId },
  })
  if (!user) return
  await requestMail(tx, {
    kind: 'SessionEnded',
    receiver: user.email,
    userId,
    at: now,
  })
}
