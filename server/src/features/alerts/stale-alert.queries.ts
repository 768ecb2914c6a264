import { sql } from 'kysely'
import { columnKeys, columnNames, offlineAfterSql } from '../readings/index.ts'

const valueOfKind = `case alert.sensor ${columnKeys
  .map((key, column) => `when '${key}' then r.${columnNames[column]}`)
  .join(' ')} end`

/**
 * Whether an alert is open although its device is offline, or has sent no value of its kind for as long as makes a device
 * offline. Offline alerts have no kind and are never stale.
 */
export const isStale = sql<boolean>`(alert.ended_at is null and alert.sensor is not null and exists (
  select from device d join device_state s on s.device_no = d.no
  where d.id = alert.device_id and (not s.online or not exists (
    select from reading r
    where r.device_no = d.no and r.at > now() - ${sql.raw(offlineAfterSql)} and ${sql.raw(valueOfKind)} is not null))))`
