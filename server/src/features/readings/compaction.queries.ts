import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'

/** Stores the progress of the compaction of a table. */
export const compactionQueries = (db: Kysely<Database>, name: string) => ({
  find: (olderThan: Date) =>
    db
      .selectFrom('compaction_progress')
      .select(['device_no', 'is_complete'])
      .where('name', '=', name)
      .where('older_than', '=', olderThan)
      .executeTakeFirst(),

  async store({
    olderThan,
    deviceNo,
    isComplete,
  }: {
    olderThan: Date
    deviceNo: number
    isComplete: boolean
  }) {
    const row = { older_than: olderThan, device_no: deviceNo, is_complete: isComplete }
    await db
      .insertInto('compaction_progress')
      .values({ name, ...row })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
      .execute()
  },
})
