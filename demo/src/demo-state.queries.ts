import type { Database } from '@eot/server/database'
import { type Kysely, sql } from 'kysely'
import type { DemonstrationTables } from './tables.ts'

/**
 * `unfinished`: a demonstration was begun in this database and never finished, so that everything in it is ours to
 * throw away. `foreign`: somebody's own portal, which is never touched.
 */
export type DemoState = 'empty' | 'unfinished' | 'finished' | 'foreign'

export const demoStateQueries = (program: Kysely<Database>) => {
  const db = program.withTables<DemonstrationTables>()
  return {
    async findState(): Promise<DemoState> {
      const demonstration = await db.selectFrom('demonstration').select('is_finished').executeTakeFirst()
      if (demonstration) return demonstration.is_finished ? 'finished' : 'unfinished'
      return (await db.selectFrom('site').select('id').limit(1).executeTakeFirst()) ? 'foreign' : 'empty'
    },

    /** Before anything else is written, so that whatever interrupts the making is recognized afterwards. */
    async markBegun(): Promise<void> {
      await db.insertInto('demonstration').values({ is_finished: false }).execute()
    },

    async markFinished(): Promise<void> {
      await db.updateTable('demonstration').set({ is_finished: true }).execute()
    },

    /** Throws everything away; the schema has to be made anew. */
    async dropEverything(): Promise<void> {
      await sql`drop schema if exists jobs cascade`.execute(db)
      await sql`drop schema public cascade`.execute(db)
      await sql`create schema public`.execute(db)
    },
  }
}
