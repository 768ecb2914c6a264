import { type Kysely, sql } from 'kysely'
import type { Database } from '../../../database.ts'
import { isTwoFactorForced } from '../credentials/account.queries.ts'
import type { SignInOrigin } from './session.ts'

export const sessionWrites = (db: Kysely<Database>) => ({
  async insertSession(session: {
    id: string
    userId: string
    createdAt: Date
    expiresAt: Date
    origin: SignInOrigin
    isSettingUp: boolean
    isProvenElsewhere: boolean
  }): Promise<void> {
    await db
      .insertInto('session')
      .values({
        id: session.id,
        user_id: session.userId,
        created_at: session.createdAt,
        proven_at: session.createdAt,
        expires_at: session.expiresAt,
        address: session.origin.address,
        user_agent: session.origin.userAgent,
        is_setting_up: session.isSettingUp,
        is_proven_elsewhere: session.isProvenElsewhere,
      })
      .execute()
    await db
      .updateTable('app_user')
      .set({ last_sign_in_at: session.createdAt })
      .where('id', '=', session.userId)
      .execute()
  },

  /** Deletes a user's expired sessions. Whether a session has expired is decided by its date, not by the deletion. */
  async deleteExpiredSessions(userId: string, before: Date): Promise<void> {
    await db.deleteFrom('session').where('user_id', '=', userId).where('expires_at', '<', before).execute()
  },

  async insertRefreshToken(
    tokenHash: Buffer,
    sessionId: string,
    generation: number,
    at: Date,
  ): Promise<void> {
    await db
      .insertInto('refresh_token')
      .values({ token_hash: tokenHash, session_id: sessionId, generation, created_at: at })
      .execute()
  },

  /** Limits the session to setting up a second factor that became required while it was open. */
  async demandSetup(sessionId: string): Promise<boolean> {
    const session = await db
      .selectFrom('session')
      .leftJoin('two_factor', 'two_factor.user_id', 'session.user_id')
      .where('session.id', '=', sessionId)
      .where('session.is_proven_elsewhere', '=', false)
      .where('two_factor.user_id', 'is', null)
      .select('session.user_id as userId')
      .executeTakeFirst()
    if (!session || !(await isTwoFactorForced(db, session.userId))) return false
    await db.updateTable('session').set({ is_setting_up: true }).where('id', '=', sessionId).execute()
    return true
  },

  /** Marks the token as exchanged. Exactly one of any number of parallel calls gets the row. */
  useRefreshToken: (
    tokenHash: Buffer,
    at: Date,
  ): Promise<{ sessionId: string; generation: number } | undefined> =>
    db
      .updateTable('refresh_token')
      .set({ used_at: at })
      .where('token_hash', '=', tokenHash)
      .where('used_at', 'is', null)
      .returning(['session_id as sessionId', 'generation'])
      .executeTakeFirst(),

  findRefreshToken: (tokenHash: Buffer) =>
    db
      .selectFrom('refresh_token')
      .innerJoin('session', 'session.id', 'refresh_token.session_id')
      .where('token_hash', '=', tokenHash)
      .select([
        'session.id as sessionId',
        'session.user_id as userId',
        'refresh_token.generation as generation',
        'refresh_token.used_at as usedAt',
      ])
      .executeTakeFirst(),

  /** Ends the session. Returns its user, if this call ended it. */
  endSession: (sessionId: string, reason: string, at: Date) =>
    db
      .updateTable('session')
      .set({ revoked_at: at, revoke_reason: reason })
      .where('id', '=', sessionId)
      .where('revoked_at', 'is', null)
      .returning(['user_id as userId'])
      .executeTakeFirst(),

  /** Ends all sessions of users with their tokens and live connections, and unfinished sign-ins. */
  async endSessionsOf(userIds: readonly string[], reason: string, at: Date): Promise<void> {
    const anyOf = sql<string>`any(${userIds}::uuid[])`
    await db
      .updateTable('app_user')
      .set((eb) => ({ session_version: eb('session_version', '+', 1) }))
      .where('id', '=', anyOf)
      .execute()
    await db
      .updateTable('session')
      .set({ revoked_at: at, revoke_reason: reason })
      .where('user_id', '=', anyOf)
      .where('revoked_at', 'is', null)
      .execute()
    await db.deleteFrom('sign_in_step').where('user_id', '=', anyOf).execute()
  },
})
