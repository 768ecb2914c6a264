import { sql } from 'kysely'

/** The offline alert that belongs to a connection event `n` of a device; null for every other event. */
export const offlineAlertOf = sql<string | null>`(
  select recent.id from alert recent
  where recent.device_id = n.device_id and recent.type_key = 'Offline' and recent.started_at <= n.at
    and n.kind in ('DeviceOffline', 'DeviceOnline') and recent.site_path = n.site_path
    -- A device that returns ends its alert with what it reports, which can be of a moment before.
    and coalesce(recent.ended_at, 'infinity')
      >= n.at - case n.kind when 'DeviceOnline' then interval '5 minutes' else interval '0' end
  order by recent.started_at desc limit 1)`
