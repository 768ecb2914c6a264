import type { Channel } from '@eot/contract/channels'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database.ts'
import { storedTargets, targetPlaces } from '../subscriptions/index.ts'
import type { TargetPlace } from './reach.ts'

/** The targets of a subscription, stored or not, by their ids. */
export interface Targets {
  siteId: string
  /** Whether all devices of the site are targets. */
  all: boolean
  devices: readonly string[]
  groups: readonly string[]
  sites: readonly string[]
}

const ids = (given: readonly string[]) => sql`${given}::uuid[]`
const setsOf = ({ siteId, all, devices, groups, sites }: Targets) => ({
  siteId: sql`${siteId}::uuid`,
  all: sql`${all}::boolean`,
  devices: ids(devices),
  groups: ids(groups),
  sites: ids(sites),
})

export const reachQueries = (db: Kysely<Database>) => ({
  async listPlaces(targets: Targets): Promise<TargetPlace[]> {
    const { rows } = await sql<TargetPlace>`
      select path, with_sub_sites as "withSubSites" from (${targetPlaces(setsOf(targets))}) place`.execute(db)
    return rows
  },

  async listPlacesOf(subscriptionId: string): Promise<TargetPlace[]> {
    const { rows } = await sql<TargetPlace>`
      select place.path, with_sub_sites as "withSubSites" from subscription
      cross join lateral (${targetPlaces(storedTargets)}) place
      where subscription.id = ${subscriptionId}`.execute(db)
    return rows
  },

  /** Returned devices, which raise no alerts, do not count. */
  async countDevices({ siteId, all, devices, groups, sites }: Targets): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from device
      join site on site.id = device.site_id
      join site own on own.id = ${siteId} and starts_with(site.path, own.path)
      where not device.is_returned and (${all} or device.id = any(${ids(devices)})
        or device.id in (
          select device_id from device_group_device member
          join device_group on device_group.id = member.device_group_id and device_group.is_active
          where device_group_id = any(${ids(groups)}))
        or exists (
          select from site place where place.id = any(${ids(sites)}) and starts_with(site.path, place.path)))`.execute(
      db,
    )
    return rows[0]?.count ?? 0
  },

  /** The lists with the ids of their members who still exist. */
  async listMembers(
    listIds: readonly string[],
  ): Promise<{ id: string; isActive: boolean; members: string[] }[]> {
    const { rows } = await sql<{ id: string; isActive: boolean; members: string[] }>`
      select user_list.id, user_list.is_active as "isActive", array(
        select app_user.id from user_list_user member join app_user on app_user.id = member.user_id
        where member.user_list_id = user_list.id and app_user.deleted_at is null) as members
      from user_list where user_list.id = any(${ids(listIds)})`.execute(db)
    return rows
  },

  /** Lists the names of these users, ordered by name, and the channels on which messages to them are blocked. */
  async listNames(userIds: readonly string[]): Promise<{ id: string; name: string; blocked: Channel[] }[]> {
    const { rows } = await sql<{ id: string; name: string; blocked: Channel[] }>`
      select app_user.id, full_name as name, array(
        select type from blacklist_entry
        where is_blocked and coalesce(blocked_until, 'infinity') > now() and (
          (type = 'Email' and receiver = lower(app_user.email))
          or (type = 'Text' and receiver = regexp_replace(app_user.phone_number, '[^+0-9]', '', 'g')))
      ) as blocked
      from app_user where id = any(${ids(userIds)}) order by lower(full_name), id`.execute(db)
    return rows
  },
})
