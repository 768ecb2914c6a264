import type { UnwatchedReason } from '@eot/contract/devices'
import type { DeviceStatus } from '@eot/contract/vocabulary'
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { isInactiveAt } from '../../access/raising-alerts.queries.ts'
import { deviceInScope, inScope } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { containsInLower, likePrefix } from '../../platform/db/search.queries.ts'
import { deviceStatus, unwatched } from '../devices/index.ts'
import type { SearchText } from './search-text.ts'

/** The limit of hits of each kind. Users do not read more. */
export const mostHits = 8

/**
 * The number of rows ranked among those that match in each way. A short text may match tens of thousands of rows; ranking them
 * all would take too long, and users who look for a particular one continue typing.
 */
const mostRanked = 300

interface Hit {
  id: string
  name: string
  /** null: in no site. */
  sitePath: string | null
}

interface SiteHit extends Hit {
  sitePath: string
  isInactive: boolean
}

interface DeviceHit extends Hit {
  mac: string
  siteId: string | null
  siteName: string | null
  status: DeviceStatus
  unwatched: UnwatchedReason | null
}

interface UserHit extends Hit {
  sitePath: string
  email: string
  roleId: string
  roleName: string
  isActive: boolean
}

export const searchQueries = (db: Kysely<Database>) => ({
  async findSites(scope: Scope, text: SearchText): Promise<SiteHit[]> {
    const where = inScope(sql<string>`site.path`, scope)
    const { rows } = await sql<SiteHit>`
      select id, name, path as "sitePath", ${isInactiveAt('hit.path')} as "isInactive" from (
        ${unionOf(nameMatches('site.name', text).map((match) => sql`(select id, name, path from site where ${match} and ${where} limit ${mostRanked})`))}
      ) as hit order by ${rank('name', text)} limit ${mostHits}`.execute(db)
    return rows
  },

  /** Finds devices by name and address first, then by the name of their site or a site above it. */
  async findDevices(scope: Scope, text: SearchText): Promise<DeviceHit[]> {
    const named = await listDevices(db, text, devicesNamed(scope, text), mostHits)
    if (named.length === mostHits) return named
    const known = new Set(named.map(({ id }) => id))
    const ofSites = await listDevices(db, text, devicesOfSites(scope, text), mostHits)
    return [...named, ...ofSites.filter(({ id }) => !known.has(id))].slice(0, mostHits)
  },

  async findUsers(scope: Scope, text: SearchText): Promise<UserHit[]> {
    const where = inScope(sql<string>`site.path`, scope)
    const matches = nameMatches('app_user.full_name', text)
    matches.push(sql`lower(app_user.email) like ${likePrefix(text.prefix)}`)
    const { rows } = await sql<UserHit>`
      select id, name, email, "roleId", "roleName", "sitePath", "isActive" from (
        ${unionOf(
          matches.map(
            (match) => sql`(select app_user.id, app_user.full_name as name, app_user.email,
              app_user.is_active as "isActive", role.id as "roleId", role.name as "roleName", site.path as "sitePath"
              from app_user join site on site.id = app_user.site_id join role on role.id = app_user.role_id
              where ${match} and app_user.deleted_at is null and ${where} limit ${mostRanked})`,
          ),
        )}
      ) as hit order by ${rank('name', text)} limit ${mostHits}`.execute(db)
    return rows
  },

  async listSiteNames(ids: readonly string[]): Promise<Map<string, string>> {
    if (ids.length === 0) return new Map()
    const rows = await db
      .selectFrom('site')
      .where('id', 'in', [...ids])
      .select(['id', 'name'])
      .execute()
    return new Map(rows.map(({ id, name }) => [id, name]))
  },
})

/** Lists devices by their ids, best matches first. */
async function listDevices(
  db: Kysely<Database>,
  text: SearchText,
  ids: RawBuilder<unknown>,
  most: number,
): Promise<DeviceHit[]> {
  const { rows } = await sql<DeviceHit>`
    select device.id, device.name, device.mac, site.id as "siteId", site.name as "siteName", site.path as "sitePath",
      ${deviceStatus} as status, ${unwatched} as unwatched
    from (${ids}) as hit join device using (id) left join site on site.id = device.site_id
      left join device_state on device_state.device_no = device.no
    order by ${rank('device.name', text, 'device.id')} limit ${most}`.execute(db)
  return rows
}

function devicesNamed(scope: Scope, text: SearchText): RawBuilder<unknown> {
  const where = deviceInScope(sql<string | null>`site.path`, scope)
  const matches = nameMatches('device.name', text)
  if (text.mac) {
    matches.push(sql`device.mac like ${likePrefix(text.mac)}`)
    // People often enter the last digits of an address, which they read from a label. Only texts that look like one are searched this way,
    // which reads the whole table where trigram indexes cannot be had.
    matches.push(sql`${containsInLower(sql.ref('device.search_text'), text.mac)}`)
  }
  return unionOf(
    matches.map(
      (match) => sql`(select device.id from device left join site on site.id = device.site_id
        where ${match} and ${where} limit ${mostRanked})`,
    ),
  )
}

/** Finds devices of sites with matching names and of the sites below these; only some of them if they are many. */
function devicesOfSites(scope: Scope, text: SearchText): RawBuilder<unknown> {
  const where = inScope(sql<string>`site.path`, scope)
  const named = nameMatches('site.name', text).map(
    (match) => sql`(select id from site where ${match} and ${where} limit ${mostRanked})`,
  )
  return sql`with recursive named as (
      select id from (${unionOf(named)}) as top
      union select below.id from site below join named on below.parent_id = named.id
    ) select device.id from named join device on device.site_id = named.id limit ${mostRanked}`
}

/** Returns the ways in which a name matches, each with its own index. */
function nameMatches(name: string, { prefix, words }: SearchText): RawBuilder<unknown>[] {
  const column = sql.ref(name)
  const byPrefix = sql`lower(${column}) like ${likePrefix(prefix)}`
  if (words === null) return [byPrefix]
  return [byPrefix, sql`to_tsvector('simple', ${column}) @@ to_tsquery('simple', ${words})`]
}

/** Without duplicates. */
const unionOf = (parts: readonly RawBuilder<unknown>[]) => sql.join(parts, sql` union `)

/** Ranks names that begin with the text first, then shorter ones. */
const rank = (name: string, { prefix }: SearchText, id = 'id') =>
  sql<SqlBool>`lower(${sql.ref(name)}) like ${likePrefix(prefix)} desc, length(${sql.ref(name)}), lower(${sql.ref(name)}), ${sql.ref(id)}`
