import { type Kysely, sql } from 'kysely'
import type { Database } from '../database.ts'
import { deviceIsAtSites, isAtSites } from './scope.queries.ts'
import type { Scope } from './scope.ts'

/** Totals of devices and users. Triggers update them with every change of a device or user, in its transaction. */
export const siteTallyQueries = (db: Kysely<Database>) => ({
  /** Counts all devices of a scope. */
  async countDevices(scope: Scope): Promise<number> {
    const { devices } = await db
      .selectFrom('site_tally')
      .where((eb) => deviceIsAtSites(eb.ref('site_id'), scope))
      .select(sql<number>`coalesce(sum(devices), 0)::int`.as('devices'))
      .executeTakeFirstOrThrow()
    return devices
  },

  /** Counts all users of a scope except deleted ones. */
  async countUsers(scope: Scope): Promise<number> {
    const { users } = await db
      .selectFrom('site_tally')
      .where((eb) => isAtSites(eb.ref('site_id').$notNull(), scope))
      .select(sql<number>`coalesce(sum(users), 0)::int`.as('users'))
      .executeTakeFirstOrThrow()
    return users
  },

  /** Merges all rows of the same site into one. */
  async addUp(): Promise<void> {
    await sql`
      with many as (
        select site_id from site_tally group by 1 having count(*) > 1
      ), taken as (
        delete from site_tally t using many where t.site_id is not distinct from many.site_id returning t.*
      )
      insert into site_tally
        select site_id, sum(devices), sum(users) from taken group by 1 having sum(devices) <> 0 or sum(users) <> 0
    `.execute(db)
  },
})
