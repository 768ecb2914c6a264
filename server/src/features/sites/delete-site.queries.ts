import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database.ts'

/** Set-based, so that a site with thousands of records below it is deleted by a few statements. */
export const deleteSiteQueries = (tx: Kysely<Database>) => ({
  /** Deletes a site and everything below it, except for its users and the history. */
  async deleteBelow(path: string, end: { parentId: string; at: Date; userId: string }): Promise<void> {
    const below = sql`select id from site where path like ${`${path}%`}`
    await sql`
      insert into former_device (id, no, mac, name, model_id, site_id, site_path, reason, ended_at, ended_by)
      select d.id, d.no, d.mac, d.name, d.model_id, d.site_id, s.path, 'Deleted', ${end.at}::timestamptz, ${end.userId}::uuid
      from device d join site s on s.id = d.site_id where s.path like ${`${path}%`}
    `.execute(tx)
    await sql`delete from device where site_id in (${below})`.execute(tx)
    await sql`
      update app_user set site_id = ${end.parentId}, is_active = false, version = version + 1 where site_id in (${below})
    `.execute(tx)
    await sql`delete from gateway_token where site_id in (${below})`.execute(tx)
    await sql`delete from device_group where site_id in (${below})`.execute(tx)
    await sql`delete from site where path like ${`${path}%`}`.execute(tx)
  },
})
