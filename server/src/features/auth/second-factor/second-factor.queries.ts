import type { Kysely } from 'kysely'
import type { Database } from '../../../database.ts'

export const secondFactorQueries = (db: Kysely<Database>) => ({
  findSealedSecret: async (userId: string): Promise<string | undefined> =>
    (
      await db
        .selectFrom('two_factor')
        .where('user_id', '=', userId)
        .select('sealed_secret')
        .executeTakeFirst()
    )?.sealed_secret,

  /** Exactly one of any number of parallel calls with the code of one time step returns true. */
  async acceptStep(userId: string, step: number): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('two_factor')
      .set({ last_step: step })
      .where('user_id', '=', userId)
      .where('last_step', '<', step)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  async useRecoveryCode(userId: string, codeHash: Buffer, at: Date): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('recovery_code')
      .set({ used_at: at })
      .where('user_id', '=', userId)
      .where('code_hash', '=', codeHash)
      .where('used_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  async countRecoveryCodes(userId: string): Promise<number> {
    const row = await db
      .selectFrom('recovery_code')
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return row.count
  },

  async replaceRecoveryCodes(userId: string, hashes: readonly Buffer[]): Promise<void> {
    await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
    if (hashes.length === 0) return
    await db
      .insertInto('recovery_code')
      .values(hashes.map((hash) => ({ user_id: userId, code_hash: hash })))
      .execute()
  },

  async saveSetup(userId: string, sealedSecret: string, expiresAt: Date): Promise<void> {
    const setup = { sealed_secret: sealedSecret, expires_at: expiresAt }
    await db
      .insertInto('two_factor_setup')
      .values({ user_id: userId, ...setup })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(setup))
      .execute()
  },

  findSetup: async (userId: string, now: Date): Promise<string | undefined> =>
    (
      await db
        .selectFrom('two_factor_setup')
        .where('user_id', '=', userId)
        .where('expires_at', '>', now)
        .select('sealed_secret')
        .executeTakeFirst()
    )?.sealed_secret,

  /** When called twice in parallel, one call returns true: only that one turns the factor on. */
  async takeSetup(userId: string, sealedSecret: string): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('two_factor_setup')
      .where('user_id', '=', userId)
      .where('sealed_secret', '=', sealedSecret)
      .executeTakeFirst()
    return numDeletedRows > 0n
  },

  async enable(userId: string, sealedSecret: string, step: number, at: Date): Promise<void> {
    const columns = { sealed_secret: sealedSecret, last_step: step, enabled_at: at }
    await db
      .insertInto('two_factor')
      .values({ user_id: userId, ...columns })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(columns))
      .execute()
  },

  async deleteSetup(userId: string): Promise<void> {
    await db.deleteFrom('two_factor_setup').where('user_id', '=', userId).execute()
  },

  async disable(userId: string): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('two_factor')
      .where('user_id', '=', userId)
      .executeTakeFirst()
    return numDeletedRows > 0n
  },
})
