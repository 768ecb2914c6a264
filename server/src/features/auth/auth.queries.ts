import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import type { SignInOrigin, SignInUser } from './sign-in.ts'

export const authQueries = (db: Kysely<Database>) => ({
  findSignInUser: (email: string): Promise<(SignInUser & { passwordHash: string | null }) | undefined> =>
    db
      .selectFrom('app_user')
      .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email))
      .where('deleted_at', 'is', null)
      .select([
        'id',
        'site_id as siteId',
        'email',
        'full_name as fullName',
        'session_version as sessionVersion',
        'is_active as isActive',
        'confirmed_at as confirmedAt',
        'password_expires_at as passwordExpiresAt',
        'password_hash as passwordHash',
      ])
      .executeTakeFirst(),

  async countFailures(email: string, since: Date): Promise<number> {
    const row = await db
      .selectFrom('sign_in_failure')
      .where('email', '=', email)
      .where('failed_at', '>', since)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return row.count
  },

  async insertFailure(email: string, at: Date): Promise<void> {
    await db.insertInto('sign_in_failure').values({ email, failed_at: at }).execute()
  },

  async deleteFailuresOf(email: string): Promise<void> {
    await db.deleteFrom('sign_in_failure').where('email', '=', email).execute()
  },

  /** Of everybody: addresses that do not exist would otherwise be kept for good. */
  async deleteFailuresUntil(at: Date): Promise<void> {
    await db.deleteFrom('sign_in_failure').where('failed_at', '<=', at).execute()
  },

  async insertSession(session: {
    id: string
    userId: string
    createdAt: Date
    expiresAt: Date
    origin: SignInOrigin
  }): Promise<void> {
    await db
      .insertInto('session')
      .values({
        id: session.id,
        user_id: session.userId,
        created_at: session.createdAt,
        expires_at: session.expiresAt,
        address: session.origin.address,
        user_agent: session.origin.userAgent,
      })
      .execute()
  },

  /** Of one user; the sessions themselves end by their date, this only forgets them. */
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

  /** Marks the token as exchanged. Of any number of parallel calls exactly one gets the row. */
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

  /** The user of the session, if this call is the one that ended it. */
  endSession: (sessionId: string, reason: string, at: Date) =>
    db
      .updateTable('session')
      .set({ revoked_at: at, revoke_reason: reason })
      .where('id', '=', sessionId)
      .where('revoked_at', 'is', null)
      .returning(['user_id as userId'])
      .executeTakeFirst(),
})

export type AuthQueries = ReturnType<typeof authQueries>
