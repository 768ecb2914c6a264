import { type Kysely, sql } from 'kysely'
import type { AuditAction } from '../../access/audit-actions.ts'
import type { Database } from '../../database.ts'
import { isBelowAny } from './site-tree.queries.ts'

interface OtherRecord {
  action: AuditAction
  id: string
  siteId: string
  field: 'Name' | 'Title'
  name: string
}

/** Lists everything at a site and below it, in a transaction that has locked the tree, and deletes it in a few statements. */
export const deleteSiteQueries = (tx: Kysely<Database>, path: string) => ({
  listSites: () =>
    tx
      .selectFrom('site')
      .where(isBelowAny([path]))
      .select(['id', 'name', 'parent_id as parentId'])
      .orderBy('path')
      .execute(),

  /** Locks the devices before their states, in the order of all changes of a device. */
  lockDevices: () =>
    tx
      .selectFrom('device')
      .innerJoin('site', 'site.id', 'device.site_id')
      .where(isBelowAny([path]))
      .select(['device.id', 'device.no', 'device.name', 'device.mac', 'site.id as siteId'])
      .orderBy('device.no')
      .forUpdate('device')
      .execute(),

  /** Includes deleted ones, whose names the history shows. */
  lockUsers: () =>
    tx
      .selectFrom('app_user')
      .innerJoin('site', 'site.id', 'app_user.site_id')
      .innerJoin('role', 'role.id', 'app_user.role_id')
      .where(isBelowAny([path]))
      .select(['app_user.id', 'app_user.full_name as name', 'app_user.email', 'app_user.site_id as siteId'])
      .select(['role.name as role', 'role.priority'])
      .select(sql<boolean>`app_user.deleted_at is not null`.as('isDeleted'))
      .orderBy('app_user.id')
      .forNoKeyUpdate('app_user')
      .execute(),

  /** Lists what is deleted besides sites and devices, with the field that contains its name. */
  async listOthers(): Promise<OtherRecord[]> {
    const at = sql`select id from site where ${isBelowAny([path])}`
    const { rows } = await sql<OtherRecord>`
      select 'device_group.deleted' as action, id, site_id as "siteId", 'Name' as field, name from device_group
        where site_id in (${at})
      union all select 'user_list.deleted', id, site_id, 'Name', name from user_list where site_id in (${at})
      union all select 'system_message.deleted', id, site_id, 'Title', title from system_message
        where site_id in (${at})
      union all select 'subscription.deleted', id, site_id, 'Name', name from subscription
        where site_id in (${at})
      union all select 'own_report.deleted', id, site_id, 'Name', name from own_report where site_id in (${at})
      union all select 'webhook_event.deleted', id, site_id, 'Name', name from webhook_event
        where site_id in (${at})
      union all select 'webhook_request.deleted', id, site_id, 'Name', name from webhook_request
        where site_id in (${at})
      union all select 'maintenance.canceled', id, site_id, 'Reason', reason from maintenance_window
        where site_id in (${at}) and ends_at > now()
      union all select 'gateway_token.revoked', id, site_id, 'Name', name from gateway_token
        where site_id in (${at}) and revoked_at is null
    `.execute(tx)
    return rows
  },

  /**
   * Moves the rows of the users, whose names the history shows, to the parent. So do messages, which keep the name of the site.
   */
  async deleteUsers(
    userIds: readonly string[],
    { parentId, at }: { parentId: string; at: Date },
  ): Promise<void> {
    await sql`update app_user set site_id = ${parentId}, deleted_at = coalesce(deleted_at, ${at}), version = version + 1
      where id = any(${userIds}::uuid[])`.execute(tx)
    await sql`update message set site_id = ${parentId} where site_id in (select id from site where ${isBelowAny([path])})`.execute(
      tx,
    )
  },

  /**
   * Deletes the sites. Their device groups, user lists, messages and subscriptions are deleted with them; see the migrations.
   */
  async deleteSites({ at, userId }: { at: Date; userId: string }): Promise<void> {
    await sql`insert into former_site (id, name, path, deleted_at, deleted_by)
      select id, name, path, ${at}::timestamptz, ${userId}::uuid from site where ${isBelowAny([path])}`.execute(
      tx,
    )
    await sql`delete from gateway_token where site_id in (select id from site where ${isBelowAny([path])})`.execute(
      tx,
    )
    await tx
      .deleteFrom('site')
      .where(isBelowAny([path]))
      .execute()
  },
})
