import type { Kysely } from 'kysely'
import type { Database } from '../../../database.ts'

export type CodePurpose = 'confirm' | 'reset'

export const userCodeQueries = (db: Kysely<Database>) => ({
  /** Stores a code and invalidates earlier ones. */
  async replaceCode(code: {
    hash: Buffer
    userId: string
    purpose: CodePurpose
    expiresAt: Date
  }): Promise<void> {
    await db
      .deleteFrom('user_code')
      .where('user_id', '=', code.userId)
      .where('purpose', '=', code.purpose)
      .execute()
    await db
      .insertInto('user_code')
      .values({
        code_hash: code.hash,
        user_id: code.userId,
        purpose: code.purpose,
        expires_at: code.expiresAt,
      })
      .execute()
  },

  async deleteCodes(userId: string): Promise<void> {
    await db.deleteFrom('user_code').where('user_id', '=', userId).execute()
  },

  /** Finds the user of a valid code that belongs to this address. */
  findCode: (code: { hash: Buffer; purpose: CodePurpose; email: string; now: Date }) =>
    db
      .selectFrom('user_code')
      .innerJoin('app_user', 'app_user.id', 'user_code.user_id')
      .where('code_hash', '=', code.hash)
      .where('purpose', '=', code.purpose)
      .where('used_at', 'is', null)
      .where('expires_at', '>', code.now)
      .where((eb) => eb(eb.fn<string>('lower', ['app_user.email']), '=', code.email))
      .where('app_user.deleted_at', 'is', null)
      .where('app_user.is_active', '=', true)
      .select([
        'app_user.id as userId',
        'app_user.site_id as siteId',
        'app_user.full_name as fullName',
        'app_user.email as email',
        'app_user.password_hash as passwordHash',
      ])
      .executeTakeFirst(),

  /** Exactly one of any number of parallel calls returns true. */
  async useCode(hash: Buffer, now: Date): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('user_code')
      .set({ used_at: now })
      .where('code_hash', '=', hash)
      .where('used_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  /** Requires the user to prove their email address again before they can sign in. */
  async unconfirmUser(userId: string): Promise<void> {
    await db.updateTable('app_user').set({ confirmed_at: null }).where('id', '=', userId).execute()
  },

  /** Removes the password of the user if it is a temporary one, which proves the address that it was sent to. */
  async revokeTemporaryPassword(userId: string): Promise<void> {
    await db
      .updateTable('app_user')
      .set({ password_hash: null, password_expires_at: null })
      .where('id', '=', userId)
      .where('password_expires_at', 'is not', null)
      .execute()
  },
})
