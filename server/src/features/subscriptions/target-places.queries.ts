import { type RawBuilder, sql } from 'kysely'

/** SQL for the targets of a subscription; the sets are expressions of type `uuid[]`. */
export interface TargetSets {
  /** The id of the site of the subscription. */
  siteId: RawBuilder<unknown>
  /** Whether all devices of that site are targets. */
  all: RawBuilder<unknown>
  devices: RawBuilder<unknown>
  groups: RawBuilder<unknown>
  sites: RawBuilder<unknown>
}

/** The targets of the subscription `subscription`. */
export const storedTargets: TargetSets = {
  siteId: sql`subscription.site_id`,
  all: sql`subscription.all_devices`,
  devices: sql`array(select device_id from subscription_device where subscription_id = subscription.id)`,
  groups: sql`array(select device_group_id from subscription_device_group where subscription_id = subscription.id)`,
  sites: sql`array(select site_id from subscription_site where subscription_id = subscription.id)`,
}

/**
 * Returns a query of the sites with targets: `path`, and `with_sub_sites` if those below are included. Targets that have moved
 * away from the subscription's site no longer count.
 */
export const targetPlaces = ({ siteId, all, devices, groups, sites }: TargetSets): RawBuilder<unknown> => sql`
  select own.path, true as with_sub_sites from site own where own.id = ${siteId} and ${all}
  union
  select place.path, true from site place join site own on own.id = ${siteId}
    where place.id = any(${sites}) and starts_with(place.path, own.path)
  union
  select place.path, false from device join site place on place.id = device.site_id
    join site own on own.id = ${siteId}
    where device.id = any(${devices}) and starts_with(place.path, own.path)
  union
  select place.path, false from device_group_device member
    join device_group on device_group.id = member.device_group_id and device_group.is_active
    join device on device.id = member.device_id join site place on place.id = device.site_id
    join site own on own.id = ${siteId}
    where member.device_group_id = any(${groups}) and starts_with(place.path, own.path)`

/** Returns whether a user at the site with path `home` sees any place of the table `place`. */
export const seesPlace = (home: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (
  select from place
  where starts_with(place.path, ${home}) or (place.with_sub_sites and starts_with(${home}, place.path)))`
