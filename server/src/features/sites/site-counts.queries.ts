import { type Kysely, sql } from 'kysely'
import { inScope, isAtSites } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import type { SiteLayer } from './inheritance.ts'
import type { PlacedSite } from './overview.ts'
import { isBelowAny } from './site-tree.queries.ts'

/** Counts of what is at sites. */
export const siteCountQueries = (db: Kysely<Database>) => ({
  /** The sites of a scope, those of one parent by name, as their index has them. */
  async listSites(scope: Scope): Promise<PlacedSite[]> {
    const rows = await db
      .selectFrom('site')
      .where((eb) => inScope(eb.ref('site.path'), scope))
      .select(['id', 'parent_id', 'name', 'is_active', 'time_zone', 'own_time_zone', 'organization_type'])
      .select(['subscription_type', 'tenant_id'])
      // Most sites inherit these; parsing 10,000 empty ones would take longer than reading them.
      .select(sql<SiteLayer['force_role_two_factor'] | null>`nullif(force_role_two_factor, '[]')`.as('roles'))
      .select(sql<SiteLayer['settings'] | null>`nullif(settings, '{}')`.as('settings'))
      .orderBy('parent_id')
      .orderBy((eb) => eb.fn<string>('lower', ['name']))
      .execute()
    return rows.map(({ roles, settings, ...site }) => ({
      ...site,
      force_role_two_factor: roles ?? [],
      settings: settings ?? {},
    }))
  },

  countDevicesBySite: (scope: Scope) =>
    db
      .selectFrom('device')
      .where((eb) => isAtSites(eb.ref('site_id').$notNull(), scope))
      .groupBy('site_id')
      .select((eb) => [eb.ref('site_id').$notNull().as('siteId'), eb.fn.countAll<number>().as('count')])
      .execute(),

  countUsersBySite: (scope: Scope) =>
    db
      .selectFrom('app_user')
      .where((eb) => isAtSites(eb.ref('site_id'), scope))
      .where('deleted_at', 'is', null)
      .groupBy('site_id')
      .select((eb) => ['site_id as siteId', eb.fn.countAll<number>().as('count')])
      .execute(),

  /** Open alerts by the site where they were raised. */
  countOpenAlerts: (scope: Scope) =>
    db
      .selectFrom('alert')
      .where('ended_at', 'is', null)
      .where((eb) => inScope(eb.ref('site_path'), scope))
      .groupBy(['site_id', 'severity'])
      .select((eb) => ['site_id as siteId', 'severity', eb.fn.countAll<number>().as('count')])
      .execute(),

  /** What is at these sites and below them. */
  async countBelow(paths: readonly string[]) {
    const below = isBelowAny(paths)
    const { rows } = await sql<Counts>`
      with place as (select id, path from site where ${below})
      select
        (select count(*) from place)::int as sites,
        (select count(*) from device d join place on place.id = d.site_id)::int as devices,
        (select count(*) from device d join place on place.id = d.site_id
          join device_state s on s.device_no = d.no where s.online)::int as online,
        -- An array, since PostgreSQL would rather read the users of all sites in the order of a join.
        (select count(*) from app_user where site_id = any(array(select id from place)) and deleted_at is null)::int
          as users,
        (select count(*) from alert where ended_at is null and ${alertBelowAny(paths)})::int as "openAlerts",
        (select coalesce(sum(alerts), 0) from alert_tally where ${alertBelowAny(paths)})::int as "raisedAlerts",
        (select count(*) from device_group g join place on place.id = g.site_id)::int as "deviceGroups",
        (select count(*) from user_list l join place on place.id = l.site_id)::int as "userLists",
        (select count(*) from system_message m join place on place.id = m.site_id)::int as "systemMessages",
        (select count(*) from gateway_token t join place on place.id = t.site_id where t.revoked_at is null)::int
          as "gatewayTokens"
    `.execute(db)
    return rows[0] as Counts // a select without a table has one row
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
  online: number
  users: number
  openAlerts: number
  /** Open or not. */
  raisedAlerts: number
  deviceGroups: number
  userLists: number
  systemMessages: number
  gatewayTokens: number
}

const alertBelowAny = (paths: readonly string[]) => isBelowAny(paths, sql.ref('site_path'))
