import { urgentAlertTypes } from '@eot/contract/maintenance'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { idsOnPathSql } from '../../access/scope.queries.ts'

/** The columns with the place of something, as of now or of when it happened. */
export interface Place {
  sitePath: string
  deviceId: string
}

/** Whether the window `maintenance` covers a device at a place, at whatever time. */
export const covers = ({ sitePath, deviceId }: Place): RawBuilder<SqlBool> => sql<SqlBool>`(
  maintenance.site_id = any(${sql.raw(idsOnPathSql(sitePath))})
  and coalesce(maintenance.device_id = ${sql.ref(deviceId)}, true)
  and (maintenance.device_group_id is null or exists (
    select from device_group_device member
    where member.device_group_id = maintenance.device_group_id and member.device_id = ${sql.ref(deviceId)})))`

/** Whether the window `maintenance` applies to alerts of this type, a column with a key or null. */
export const isNotUrgent = (alertType: string): RawBuilder<SqlBool> => sql<SqlBool>`
  not (maintenance.tells_urgent and coalesce(${sql.ref(alertType)} = any(${[...urgentAlertTypes]}::text[]), false))`

/**
 * Whether maintenance at an instant keeps people from being notified of something that happened at a place. `alertType`: as
 * above.
 */
export const isHeldByMaintenance = (
  place: Place & { alertType: string },
  at: Date,
): RawBuilder<boolean> => sql<boolean>`exists (
  select from maintenance_window maintenance
  where maintenance.ends_at > ${at} and maintenance.starts_at <= ${at}
    and ${covers(place)} and ${isNotUrgent(place.alertType)})`
