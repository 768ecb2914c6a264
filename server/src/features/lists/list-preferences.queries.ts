import type { ListPreferences } from '@eot/contract/list-preferences'
import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'

export const listPreferenceQueries = (db: Kysely<Database>) => ({
  async findPreferences(userId: string, list: string): Promise<ListPreferences | undefined> {
    const row = await db
      .selectFrom('list_preference')
      .where('user_id', '=', userId)
      .where('list', '=', list)
      .select('preferences')
      .executeTakeFirst()
    return row?.preferences
  },

  async savePreferences(userId: string, list: string, of: ListPreferences): Promise<void> {
    const preferences = JSON.stringify(of)
    await db
      .insertInto('list_preference')
      .values({ user_id: userId, list, preferences })
      .onConflict((conflict) => conflict.columns(['user_id', 'list']).doUpdateSet({ preferences }))
      .execute()
  },
})
