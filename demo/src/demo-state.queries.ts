import { insertAuditEvent } from '@eot/server/access/audit.queries'
import type { Database } from '@eot/server/database'
import { type Kysely, sql } from 'kysely'

/**
 * `unfinished`: a demonstration was begun in this database and never finished, so that everything in it is ours to
 * throw away. `foreign`: somebody's own portal, which is never touched.
 */
export type DemoState = 'empty' | 'unfinished' | 'finished' | 'foreign'

const begun = 'demo.begun'
const finished = 'demo.finished'
/** The events are about the database as a whole. */
const subjectId = '00000000-0000-0000-0000-000000000000'

export const demoStateQueries = (db: Kysely<Database>) => ({
  async findState(): Promise<DemoState> {
    const events = await db
      .selectFrom('audit_event')
      .where('action', 'in', [begun, finished])
      .select('action')
      .execute()
    const has = (action: string) => events.some((event) => event.action === action)
    if (has(finished)) return 'finished'
    if (has(begun)) return 'unfinished'
    return (await db.selectFrom('site').select('id').limit(1).executeTakeFirst()) ? 'foreign' : 'empty'
  },

  /** Before anything else is written, so that whatever interrupts the making is recognised afterwards. */
  markBegun: () => insertAuditEvent(db, { actorId: null, siteId: null, action: begun, subjectId }),

  markFinished: () => insertAuditEvent(db, { actorId: null, siteId: null, action: finished, subjectId }),

  /** Throws everything away; the schema has to be made anew. */
  async dropEverything(): Promise<void> {
    await sql`drop schema public cascade`.execute(db)
    await sql`create schema public`.execute(db)
  },
})
