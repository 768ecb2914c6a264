import type { Work } from '@eot/contract/health'
import { permissions } from '@eot/contract/permissions'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database.ts'
import { isRunning } from './processes.queries.ts'

export interface OpenStall {
  id: string
  work: Work
  startedAt: Date
  toldAt: Date | null
}

export const stallQueries = (db: Kysely<Database>) => ({
  listOpen: (): Promise<OpenStall[]> =>
    db
      .selectFrom('stall')
      .where('ended_at', 'is', null)
      .select(['id', 'work', 'started_at as startedAt', 'told_at as toldAt'])
      .orderBy('started_at')
      .forUpdate()
      .execute(),

  /** Does nothing if it is open already. */
  async open(work: Work, startedAt: Date): Promise<void> {
    await db
      .insertInto('stall')
      .values({ work, started_at: startedAt })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  },

  async end(id: string, at: Date): Promise<void> {
    await db.updateTable('stall').set({ ended_at: at }).where('id', '=', id).execute()
  },

  async setTold(ids: readonly string[], at: Date): Promise<void> {
    await db
      .updateTable('stall')
      .set({ told_at: at })
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
      .execute()
  },

  async forget(endedBefore: Date): Promise<void> {
    await db.deleteFrom('stall').where('ended_at', '<', endedBefore).execute()
  },

  /** Lists the operators of the installation: system administrators of the root. */
  async listOperators(): Promise<{ userId: string; email: string; siteId: string }[]> {
    const { rows } = await sql<{ userId: string; email: string; siteId: string }>`
      select app_user.id as "userId", app_user.email, site.id as "siteId"
      from app_user join site on site.id = app_user.site_id join role on role.id = app_user.role_id
      where site.parent_id is null and role.priority >= ${permissions.ViewInstallation[2]} and app_user.is_active
        and app_user.deleted_at is null and app_user.confirmed_at is not null
      order by 1 limit 50`.execute(db)
    return rows
  },

  listProcesses: () =>
    db
      .selectFrom('process')
      .where(sql.raw<boolean>(isRunning))
      .select(['roles', 'host', 'pid', 'version', 'started_at as startedAt', 'seen_at as seenAt'])
      .orderBy('started_at')
      .execute(),
})
