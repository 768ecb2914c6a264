import { type Kysely, sql } from 'kysely'
import { inScope, isAtSites } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { rowsVersion } from '../../platform/db/rows-version.queries.ts'
import type { OpenAlerts, PlacedSite } from './overview.ts'
import type { SiteTally } from './site-totals.ts'
import { isBelowAny } from './site-tree.queries.ts'

/** Counts the records at sites. */
export const siteCountQueries = (db: Kysely<Database>) => ({
  /** Lists which of these sites are in a scope, in no particular order. */
  listPlaced: (scope: Scope, ids: readonly string[]): Promise<PlacedSite[]> =>
    db
      .selectFrom('site')
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
      .where((eb) => inScope(eb.ref('path'), scope))
      .select(['id', 'path', 'time_zone as timeZone'])
      .execute(),

  /** Returns a text that changes with each change of the sites of a scope, or of their numbers of devices and users. */
  async findTallyVersion(scope: Scope): Promise<string> {
    const { rows } = await sql<{ version: string }>`
      select concat_ws(' ',
        (select ${rowsVersion('site')} from site where ${inScope(sql.ref('site.path'), scope)}),
        (select ${rowsVersion('site_tally')} from site_tally where ${isAtSites(sql.ref('site_tally.site_id'), scope)}),
        (select ${rowsVersion('device')} from device where is_returned and ${isAtSites(sql.ref('device.site_id'), scope)})
      ) as version
    `.execute(db)
    return rows[0]?.version ?? ''
  },

  /** Lists the tallies of each site of a scope itself, the deepest first. Returned devices are not at work and do not count. */
  listTallies: (scope: Scope): Promise<SiteTally[]> =>
    db
      .selectFrom('site')
      .leftJoin('site_tally', 'site_tally.site_id', 'site.id')
      .where((eb) => inScope(eb.ref('site.path'), scope))
      .leftJoin(
        (eb) =>
          eb
            .selectFrom('device')
            .where('is_returned', '=', true)
            .groupBy('site_id')
            .select((inner) => ['site_id', inner.fn.countAll<number>().as('devices')])
            .as('returned'),
        (join) => join.onRef('returned.site_id', '=', 'site.id'),
      )
      .groupBy(['site.id', 'returned.devices'])
      .select(['site.id', 'site.parent_id as parentId'])
      .select(
        sql<number>`(coalesce(sum(site_tally.devices), 0) - coalesce(returned.devices, 0))::int`.as(
          'devices',
        ),
      )
      .select(sql<number>`coalesce(sum(site_tally.users), 0)::int`.as('users'))
      .orderBy(sql`length(site.path)`, 'desc')
      .execute(),

  /** Counts by the path of the site where the alerts were raised. */
  countOpenAlerts: (scope: Scope): Promise<OpenAlerts[]> =>
    db
      .selectFrom('alert')
      .where('ended_at', 'is', null)
      .where((eb) => inScope(eb.ref('site_path'), scope))
      .groupBy(['site_path', 'severity'])
      .select((eb) => ['site_path as sitePath', 'severity', eb.fn.countAll<number>().as('count')])
      .execute(),

  /**
   * Counts the records at these sites and below them, and those that name them. Maintenance that has ended at `at` does not
   * count.
   */
  async countBelow(paths: readonly string[], at: Date) {
    const below = isBelowAny(paths)
    const { rows } = await sql<Counts>`
      with place as (select id, path from site where ${below}),
        tally as (
          select coalesce(sum(devices), 0)::int as devices, coalesce(sum(users), 0)::int as users
          from site_tally join place on place.id = site_tally.site_id)
      select
        (select count(*) from place)::int as sites,
        tally.devices, tally.users,
        (select count(*) from alert where ended_at is null and ${alertBelowAny(paths)})::int as "openAlerts",
        (select coalesce(sum(alerts), 0) from alert_tally where ${alertBelowAny(paths)})::int as "raisedAlerts",
        (select count(*) from device_group g join place on place.id = g.site_id)::int as "deviceGroups",
        (select count(*) from user_list l join place on place.id = l.site_id)::int as "userLists",
        (select count(*) from system_message m join place on place.id = m.site_id)::int as "systemMessages",
        (select count(*) from subscription s join place on place.id = s.site_id)::int as subscriptions,
        (select count(*) from webhook_request r join place on place.id = r.site_id)::int as "webhookRequests",
        (select count(*) from webhook_event e join place on place.id = e.site_id)::int as "webhookEvents",
        (select count(*) from own_report r join place on place.id = r.site_id)::int as "ownReports",
        (select count(*) from report r join place on place.id = r.site_id where r.deleted_at is null
          and r.customer_id is not distinct from customer_of(place.path))::int as reports,
        (select count(*) from closed_day d join place on place.id = d.site_id)::int as "closedDays",
        (select ${namedBy('subscription', 'subscription_id')} + ${namedBy('webhook_event', 'webhook_event_id')}
          + ${namedBy('system_message', 'message_id')})::int as "namedElsewhere",
        (select count(*) from maintenance_window w join place on place.id = w.site_id where w.ends_at > ${at})::int
          as "maintenanceWindows",
        (select count(*) from gateway_token t join place on place.id = t.site_id where t.revoked_at is null)::int
          as "gatewayTokens"
      from tally
    `.execute(db)
    return rows[0] as Counts // an aggregate has one row
  },

  /** Counts the devices at these sites and below them that are online. */
  async countOnline(paths: readonly string[]): Promise<number> {
    const { rows } = await sql<{ online: number }>`
      select count(*)::int as online
      from site join device on device.site_id = site.id join device_state on device_state.device_no = device.no
      where ${isBelowAny(paths)} and device_state.online
    `.execute(db)
    return rows[0]?.online ?? 0
  },

  listOpenAlerts: (paths: readonly string[], limit: number) =>
    db
      .selectFrom('alert')
      .where('ended_at', 'is', null)
      .where(alertBelowAny(paths))
      .select(['id', 'type_key as typeKey', 'severity', 'device_name as deviceName'])
      .orderBy(sql`array_position(array['Critical', 'Serious', 'Caution', 'Info'], severity)`)
      .orderBy('started_at')
      .orderBy('id')
      .limit(limit)
      .execute(),

  /** Lists the first sites below these, by name. */
  listBelow: (paths: readonly string[], limit: number) =>
    db
      .selectFrom('site')
      .where(isBelowAny(paths))
      .where(sql<boolean>`site.path <> all(${paths}::text[])`)
      .select(['id as Id', 'name as Name'])
      .orderBy((eb) => eb.fn<string>('lower', ['name']))
      .orderBy('id')
      .limit(limit)
      .execute(),

  async countDevices(paths: readonly string[]): Promise<number> {
    const { count } = await db
      .selectFrom('device')
      .innerJoin('site', 'site.id', 'device.site_id')
      .where(isBelowAny(paths))
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return count
  },

  /** Counts active users whose own site is one of these. */
  async countUsersAt(siteIds: readonly string[]): Promise<number> {
    const { count } = await db
      .selectFrom('app_user')
      .where('site_id', '=', sql<string>`any(${siteIds}::uuid[])`)
      .where('is_active', '=', true)
      .where('deleted_at', 'is', null)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return count
  },

  /**
   * Counts the devices and users below these sites that leave groups and lists of sites that are not above `parentPath`, by
   * moving there.
   */
  async countLeaving(paths: readonly string[], parentPath: string) {
    const leaves = sql`not starts_with(${parentPath}, home.path) and not ${isBelowAny(paths, sql.ref('home.path'))}`
    const { rows } = await sql<{ DevicesLeaving: number; PeopleLeaving: number }>`
      with place as (select id from site where ${isBelowAny(paths)})
      select
        (select count(distinct device.id) from place join device on device.site_id = place.id
          join device_group_device member on member.device_id = device.id
          join device_group on device_group.id = member.device_group_id
          join site home on home.id = device_group.site_id where ${leaves})::int as "DevicesLeaving",
        (select count(distinct app_user.id) from place join app_user on app_user.site_id = place.id
          join user_list_user member on member.user_id = app_user.id
          join user_list on user_list.id = member.user_list_id
          join site home on home.id = user_list.site_id where ${leaves})::int as "PeopleLeaving"
    `.execute(db)
    return rows[0] ?? { DevicesLeaving: 0, PeopleLeaving: 0 }
  },

  /** Lists the models of the devices in a scope, by name. */
  listModels: (scope: Scope) =>
    db
      .selectFrom('device_model')
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('device')
            .innerJoin('site', 'site.id', 'device.site_id')
            .whereRef('device.model_id', '=', 'device_model.id')
            .where((inner) => inScope(inner.ref('site.path'), scope))
            .select('device.id'),
        ),
      )
      .select(['id as Id', 'name as Name', 'kinds as Kinds'])
      .orderBy((eb) => eb.fn<string>('lower', ['name']))
      .execute(),
})

interface Counts {
  sites: number
  devices: number
  users: number
  openAlerts: number
  /** Open or not. */
  raisedAlerts: number
  deviceGroups: number
  userLists: number
  systemMessages: number
  subscriptions: number
  webhookRequests: number
  webhookEvents: number
  ownReports: number
  /** Of the customer that the sites belong to. */
  reports: number
  closedDays: number
  /** Subscriptions, webhook events and system messages of other sites that name one of these. */
  namedElsewhere: number
  maintenanceWindows: number
  gatewayTokens: number
}

/** Returns the number of records of other sites than those in `place` that name one of them as a target. */
const namedBy = (table: string, reference: string) =>
  sql.raw(`(select count(distinct record.id) from ${table} record
    join ${table}_site target on target.${reference} = record.id join place on place.id = target.site_id
    where record.site_id not in (select id from place))`)

const alertBelowAny = (paths: readonly string[]) => isBelowAny(paths, sql.ref('site_path'))
