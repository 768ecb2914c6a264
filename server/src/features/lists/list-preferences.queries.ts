import type { ListPreferences, ListPreferencesChange } from '@eot/contract/list-preferences'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database.ts'

/** The preferences for a list that the user has not customized. */
export const noPreferences: ListPreferences = { Hidden: [], Density: 'Comfortable', Views: [] }

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

  /** Changes the given fields atomically and returns all fields. Concurrent changes of other fields are kept. */
  async changePreferences(
    userId: string,
    list: string,
    change: ListPreferencesChange,
  ): Promise<ListPreferences> {
    const set = Object.fromEntries(Object.entries(change).filter(([, value]) => value != null))
    const { preferences } = await db
      .insertInto('list_preference')
      .values({ user_id: userId, list, preferences: JSON.stringify({ ...noPreferences, ...set }) })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'list']).doUpdateSet({
          preferences: sql`list_preference.preferences || ${JSON.stringify(set)}::jsonb`,
        }),
      )
      .returning('preferences')
      .executeTakeFirstOrThrow()
    return preferences
  },
})
