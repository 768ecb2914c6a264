import type { Database } from '@eot/server/database'
import { type Kysely, sql } from 'kysely'
import type { DemonstrationTables } from './tables.ts'

/**
 * `unfinished`: creating the demo was interrupted, so everything in the database may be dropped. `foreign`: this is the
 * database of another portal, which is never touched.
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

    /** Called before anything else is written, so that an interruption can be detected. */
    async markBegun(): Promise<void> {
      await db.insertInto('demonstration').values({ is_finished: false }).execute()
    },

    async markFinished(): Promise<void> {
      await db.updateTable('demonstration').set({ is_finished: true }).execute()
    },

    /** Drops everything, including the schema. */
    async dropEverything(): Promise<void> {
      await sql`drop schema if exists jobs cascade`.execute(db)
      await sql`drop schema public cascade`.execute(db)
      await sql`create schema public`.execute(db)
    },
  }
}
