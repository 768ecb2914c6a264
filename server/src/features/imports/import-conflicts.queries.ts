import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database.ts'

export const importConflictQueries = (db: Kysely<Database>) => ({
  /** Counts the addresses of other customers that the user's imports have contained since an instant. */
  async countConflicts(userId: string, since: Date): Promise<number> {
    const row = await db
      .selectFrom('csv_import_conflict')
      .where('user_id', '=', userId)
      .where('at', '>', since)
      .select(sql<number>`coalesce(sum(count), 0)::int`.as('count'))
      .executeTakeFirstOrThrow()
    return row.count
  },

  async addConflicts(userId: string, at: Date, count: number): Promise<void> {
    await db.insertInto('csv_import_conflict').values({ user_id: userId, at, count }).execute()
  },
})
