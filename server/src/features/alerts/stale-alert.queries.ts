import { sql } from 'kysely'
import { hasValueSince, offlineAfterSql } from '../readings/index.ts'

/**
 * Whether an alert is open although its device is offline, or has sent no value of its kind for as long as makes a device
 * offline. Offline alerts have no kind and are never stale.
 */
export const isStale = sql<boolean>`(alert.ended_at is null and alert.sensor is not null and exists (
  select from device d join device_state s on s.device_no = d.no
  where d.id = alert.device_id and (not s.online or not
    ${sql.raw(hasValueSince('d.no', 'alert.sensor', `(now() - ${offlineAfterSql})`))})))`
