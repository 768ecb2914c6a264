import { type Kysely, sql } from 'kysely'
import { inScope } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import type { OwnColumns } from './site-changes.ts'

type PlainColumns = Record<'name' | 'address' | 'city' | 'state' | 'zip' | 'country', string>
type PointColumns = Record<'latitude' | 'longitude', number | null>
type SiteColumns = PlainColumns & PointColumns & OwnColumns

/**
 * Statements that change the structure of the site tree. Every transaction that adds sites first holds the tree, and one that
 * moves, changes or deletes sites locks it, so that concurrent ones cannot create a cycle, or leave a site below a parent that
 * has moved or been deleted.
 */
export const siteTreeQueries = (tx: Kysely<Database>) => ({
  listSites: (scope: Scope, ids: readonly string[]) =>
    tx
      .selectFrom('site')
      .innerJoin('site as parent', 'parent.id', 'site.parent_id')
      .where('site.id', '=', sql<string>`any(${ids}::uuid[])`)
      .where((eb) => inScope(eb.ref('site.path'), scope))
      .select(['site.id', 'site.name', 'site.path', 'parent.id as parentId'])
      .select(['parent.name as parentName', 'parent.path as parentPath'])
      .orderBy('site.path')
      .execute(),

  /** Lists the short numbers of the devices at these sites and below them. */
  async listDeviceNumbers(paths: readonly string[]): Promise<number[]> {
    const rows = await tx
      .selectFrom('device')
      .innerJoin('site', 'site.id', 'device.site_id')
      .where(isBelowAny(paths))
      .select('device.no')
      .orderBy('device.no')
      .execute()
    return rows.map(({ no }) => no)
  },

  async setParent(id: string, parentId: string): Promise<void> {
    await tx.updateTable('site').set({ parent_id: parentId }).where('id', '=', id).execute()
  },

  /** Moves all sites within a path to another path. Devices that come to another customer get new numbers. */
  async movePaths(from: string, to: string): Promise<number> {
    const path = sql<string>`${to} || substr(path, ${from.length + 1})`
    await tx
      .updateTable('former_site')
      .set({ path })
      .where(isBelowAny([from], sql.ref('former_site.path')))
      .execute()
    const { numUpdatedRows } = await tx
      .updateTable('site')
      .set({ path })
      .where(isBelowAny([from]))
      .executeTakeFirstOrThrow()
    return Number(numUpdatedRows)
  },

  async updateSite(id: string, { settings, force_role_two_factor, ...columns }: SiteColumns): Promise<void> {
    await tx
      .updateTable('site')
      .set({
        ...columns,
        settings: JSON.stringify(settings),
        force_role_two_factor: JSON.stringify(force_role_two_factor),
      })
      .where('id', '=', id)
      .execute()
  },

  /**
   * Deletes a site unless anything belongs or refers to it that people have made: sub-sites, devices, users, gateway tokens,
   * groups, lists, messages, subscriptions, webhooks, reports, closed days or maintenance. Returns whether it did.
   */
  async deleteEmptySite(id: string): Promise<boolean> {
    const { numAffectedRows } = await sql`
      delete from site where id = ${id}
        and not exists (select from site below where below.parent_id = site.id)
        and not exists (select from device where device.site_id = site.id)
        and not exists (select from app_user where app_user.site_id = site.id)
        and not exists (select from gateway_token where gateway_token.site_id = site.id)
        and not exists (select from device_group where device_group.site_id = site.id)
        and not exists (select from user_list where user_list.site_id = site.id)
        and not exists (select from system_message where system_message.site_id = site.id)
        and not exists (select from system_message_site where system_message_site.site_id = site.id)
        and not exists (select from subscription where subscription.site_id = site.id)
        and not exists (select from subscription_site where subscription_site.site_id = site.id)
        and not exists (select from webhook_request where webhook_request.site_id = site.id)
        and not exists (select from webhook_event where webhook_event.site_id = site.id)
        and not exists (select from webhook_event_site where webhook_event_site.site_id = site.id)
        and not exists (select from own_report where own_report.site_id = site.id)
        and not exists (select from report where report.site_id = site.id and report.deleted_at is null)
        and not exists (select from closed_day where closed_day.site_id = site.id)
        and not exists (select from maintenance_window where maintenance_window.site_id = site.id)
    `.execute(tx)
    return numAffectedRows === 1n
  },

  /** Frees the name of a site, which the transaction must name again. */
  async takeName(id: string): Promise<void> {
    await tx.updateTable('site').set({ name: sql`id::text` }).where('id', '=', id).execute()
  },

  async setActive(id: string, isActive: boolean): Promise<void> {
    await tx.updateTable('site').set({ is_active: isActive }).where('id', '=', id).execute()
  },

  /** Increments the version once per change of the record, however many statements it takes. */
  async countVersion(id: string): Promise<void> {
    await tx.updateTable('site').set({ version: sql`version + 1` }).where('id', '=', id).execute()
  },

  /** Updates the time zone in effect of a site and of those that inherit it. Returns how many changed. */
  async spreadTimeZone(siteId: string): Promise<number> {
    const { numAffectedRows } = await sql`
      with recursive down as (
        select s.id, coalesce(s.own_time_zone, parent.time_zone, 'UTC') as zone
        from site s left join site parent on parent.id = s.parent_id where s.id = ${siteId}
        union all
        select s.id, coalesce(s.own_time_zone, down.zone) from site s join down on s.parent_id = down.id
      )
      update site set time_zone = down.zone from down where site.id = down.id and site.time_zone <> down.zone
    `.execute(tx)
    return Number(numAffectedRows ?? 0)
  },

  /** Lists the paths of a site and of all below it. */
  async listPathsWithin(path: string): Promise<string[]> {
    const rows = await tx
      .selectFrom('site')
      .where(isBelowAny([path]))
      .select('path')
      .execute()
    return rows.map((row) => row.path)
  },

  /** Lists the sites below one that inherit its time zone, by name. */
  async listFollowers(siteId: string): Promise<{ Id: string; Name: string }[]> {
    const { rows } = await sql<{ Id: string; Name: string }>`
      with recursive down as (
        select id, name from site where parent_id = ${siteId} and own_time_zone is null
        union all
        select s.id, s.name from site s join down on s.parent_id = down.id where s.own_time_zone is null
      )
      select id as "Id", name as "Name" from down order by lower(name), id
    `.execute(tx)
    return rows
  },

  /** Ends the sessions of users whose roles now require a second factor; the next sign-in requires it. */
  async askForSecondFactor(path: string, roleIds: readonly string[]): Promise<void> {
    if (roleIds.length === 0) return
    await sql`
      update app_user set session_version = session_version + 1 from site
      where site.id = app_user.site_id and site.path like ${`${path}%`} and app_user.role_id = any(${roleIds}::uuid[])
    `.execute(tx)
  },
})

/** Separate conditions, since an index supports each of them, but not `like any`. */
export const isBelowAny = (paths: readonly string[], column = sql.ref<string>('site.path')) =>
  paths.length === 0
    ? sql<boolean>`false`
    : // A path has only hexadecimal digits, hyphens and slashes, so it contains no `like` wildcards.
      sql<boolean>`(${sql.join(
        paths.map((path) => sql`${column} like ${`${path}%`}`),
        sql` or `,
      )})`
