import { sql } from 'kysely'

/** The offline alert that belongs to a connection event `n` of a device; null for every other event. */
export const offlineAlertOf = sql<string | null>`(
  select recent.id from alert recent
  where recent.device_id = n.device_id and recent.type_key = 'Offline' and recent.started_at <= n.at
    and n.kind in ('DeviceOffline', 'DeviceOnline') and recent.site_path = n.site_path
    -- The return of a device and the end of its alert have the same time. What happens later is not about this alert.
    and coalesce(recent.ended_at, 'infinity') >= n.at
  order by recent.started_at desc limit 1)`
