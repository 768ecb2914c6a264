import type { Kysely } from 'kysely'
import type { Database } from '../../../database.ts'

export const knownDeviceQueries = (db: Kysely<Database>) => ({
  async isKnown(tokenHash: Buffer, email: string): Promise<boolean> {
    const row = await db
      .selectFrom('known_device')
      .innerJoin('app_user', 'app_user.id', 'known_device.user_id')
      .where('token_hash', '=', tokenHash)
      .where((eb) => eb(eb.fn<string>('lower', ['app_user.email']), '=', email))
      .where('app_user.deleted_at', 'is', null)
      .select('token_hash')
      .executeTakeFirst()
    return row !== undefined
  },

  /** Returns whether the user has signed in with this device before, and updates its time of use. */
  async touchDevice(tokenHash: Buffer, userId: string, now: Date): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('known_device')
      .set({ last_used_at: now })
      .where('token_hash', '=', tokenHash)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  async insertDevice(tokenHash: Buffer, userId: string, now: Date): Promise<void> {
    await db
      .insertInto('known_device')
      .values({ token_hash: tokenHash, user_id: userId, last_used_at: now })
      .execute()
  },
})
