import { type Kysely, sql } from 'kysely'
import { inScope } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { type CountedSite, type OpenAlerts, type PlacedSite, withChildren } from './overview.ts'
import { isBelowAny } from './site-tree.queries.ts'

/** Counts of what is at sites. */
export const siteCountQueries = (db: Kysely<Database>) => ({
  /** Those of these sites that are in a scope, in no particular order, with what is at each and below it. */
  async listPlaced(scope: Scope, ids: readonly string[]): Promise<PlacedSite[]> {
    const { rows } = await sql<CountedSite>`
      with asked as (
        select id, parent_id, path, time_zone,
          -- What is below it is then counted for its children, once, as in a tree that shows them.
          exists (select from site child where child.parent_id = site.id)
            and not exists (
              select from site child where child.parent_id = site.id and child.id <> all(${ids}::uuid[])
            ) as is_covered
        from site
        where id = any(${ids}::uuid[]) and ${inScope(sql.ref('path'), scope)}
      ), below as (
        select asked.id as asked_id, site.id
        -- The last character of a path sorts before ~, so an index finds the sites below.
        from asked join site on site.path >= asked.path and site.path < asked.path || '~'
        where asked.parent_id is not null and not is_covered
      ), total as (
        -- Grouped by ids alone, since sorting and hashing paths takes longer than everything else.
        select below.asked_id, sum(tally.devices) as devices, sum(tally.users) as users
        from below join site_tally tally on tally.site_id = below.id
        group by below.asked_id
        union all
        select asked.id, sum(tally.devices), sum(tally.users)
        from asked join site_tally tally on tally.site_id = asked.id
        where is_covered group by asked.id
        union all
        -- All sites are below the root, so their paths need not be compared.
        select asked.id, everywhere.devices, everywhere.users
        from asked cross join lateral (
          select sum(devices) as devices, sum(users) as users from site_tally where site_id is not null
        ) everywhere
        where asked.parent_id is null and not is_covered
      )
      select asked.id, asked.parent_id as "parentId", asked.path, asked.time_zone as "timeZone",
        asked.is_covered as "lacksChildren",
        coalesce(total.devices, 0)::int as devices, coalesce(total.users, 0)::int as users
      from asked left join total on total.asked_id = asked.id
    `.execute(db)
    return withChildren(rows)
  },

  /** By the path of the site where they were raised. */
  countOpenAlerts: (scope: Scope): Promise<OpenAlerts[]> =>
    db
      .selectFrom('alert')
      .where('ended_at', 'is', null)
      .where((eb) => inScope(eb.ref('site_path'), scope))
      .groupBy(['site_path', 'severity'])
      .select((eb) => ['site_path as sitePath', 'severity', eb.fn.countAll<number>().as('count')])
      .execute(),

  /** What is at these sites and below them, and what names them. Maintenance that is over at `at` does not count. */
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
        (select ${namedBy('subscription', 'subscription_id')} + ${namedBy('system_message', 'message_id')})::int as "namedElsewhere",
        (select count(*) from maintenance_window w join place on place.id = w.site_id where w.ends_at > ${at})::int
          as "maintenanceWindows",
        (select count(*) from gateway_token t join place on place.id = t.site_id where t.revoked_at is null)::int
          as "gatewayTokens"
      from tally
    `.execute(db)
    return rows[0] as Counts // an aggregate has one row
  },

  /** Devices at these sites and below them that are online. */
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

  /** The first sites below these, by name. */
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

  /** Active users whose own site is one of these. */
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

  /** Devices and users below these sites that leave groups and lists, of sites that are not above `parentPath`, by moving there. */
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

  /** Models of the devices in a scope, by name. */
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
  /** Subscriptions and system messages of other sites that name one of these. */
  namedElsewhere: number
  maintenanceWindows: number
  gatewayTokens: number
}

/** The number of records of other sites than those in `place` that name one of them as a target. */
const namedBy = (table: string, reference: string) =>
  sql.raw(`(select count(distinct record.id) from ${table} record
    join ${table}_site target on target.${reference} = record.id join place on place.id = target.site_id
    where record.site_id not in (select id from place))`)

const alertBelowAny = (paths: readonly string[]) => isBelowAny(paths, sql.ref('site_path'))
