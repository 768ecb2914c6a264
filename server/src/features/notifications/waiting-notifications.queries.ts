import type { Channel } from '@eot/contract/channels'
import { type Kysely, sql } from 'kysely'
import { idsOnPathSql } from '../../access/scope.queries.ts'
import type { Database } from '../../database.ts'
import { isHeldByMaintenance } from '../maintenance/index.ts'
import { offlineAlertOf } from '../outages/index.ts'
import type { WaitingNotification } from './notice.ts'
import { freshMs } from './plan-notifications.ts'
import type { NotificationStatus } from './tables.ts'

interface Finished {
  ids: readonly string[]
  status: NotificationStatus
  reason?: string
}

/** Reads the data from which a message of notifications on a channel is composed. */
export const waitingNotificationQueries = (db: Kysely<Database>, channel: Channel) => ({
  /**
   * Lists the current and future notifications of a person, oldest first. Outages are limited to the site of the person at
   * `sitePath`.
   */
  async listWaiting(
    userId: string,
    sitePath: string,
    { now, unnamed }: { now: Date; unnamed: { device: string; site: string } },
  ): Promise<WaitingNotification[]> {
    const { rows } = await sql<WaitingNotification>`
      select n.id, n.event_seq::float8 as seq, n.kind, n.site_path as "sitePath", n.device_id as "deviceId",
        coalesce(alert.device_name, device.name, former.name, ${unnamed.device}) as "deviceName",
        coalesce(alert.site_name, site.name, ${unnamed.site}) as "siteName",
        coalesce(alert.time_zone, site.time_zone, 'UTC') as "timeZone",
        n.at, n.expires_at as "expiresAt",
        case when alert.id is not null then jsonb_build_object('id', alert.id, 'type', alert.type_key,
          'severity', alert.severity, 'sensor', alert.sensor, 'unit', alert.unit,
          'startedAt', alert.started_at, 'endedAt', alert.ended_at, 'endReason', alert.end_reason, 'value', alert.value, 'peak', alert.peak,
          'threshold', alert.threshold, 'confirmedBy', alert.confirmed_by_name, 'isConfirmed', alert.confirmed,
          'isUnstable', alert.unstable, 'snoozedUntil', alert.snoozed_until) end as alert,
        case when outage.id is not null then jsonb_build_object('id', outage.id, 'path', seen.path,
          -- The site of an outage can have moved since.
          'siteName', coalesce(outage_site.name, alert.site_name),
          'startedAt', outage.started_at, 'endedAt', outage.ended_at,
          'devices', grouped.devices, 'silent', grouped.silent, 'returned', grouped.returned) end as outage,
        coalesce(start.told, false) or coalesce(told.delivered, false) as "isStartTold",
        coalesce(start.underway, false) or coalesce(told.underway, false) as "isStartUnderway",
        -- Starts expire half an hour after the portal learned of them, but later for devices with an unstable connection.
        case when n.reason = 'Maintenance' or n.kind = 'DeviceOffline' or alert.type_key = 'Offline' then n.created_at
          else coalesce(n.expires_at - interval '30 minutes', n.created_at) end as "storedAt",
        ${isHeldByMaintenance(place, now)} as "isHeld",
        case when n.reason = 'Maintenance' then n.ready_at end as "heldUntil",
        n.ready_at <= ${now} as "isReady",
        coalesce(told.start, false) as "isOutageStartTold", coalesce(told.end, false) as "isOutageEndTold"
      from notification n
      left join alert on alert.id = coalesce(n.alert_id, ${offlineAlertOf})
      left join lateral (
        select bool_or(message.status is null or message.status in ('sent', 'kept')) as told,
          bool_or(message.status in ('requested', 'composed')) as underway
        from notification start left join message on message.id = start.message_id
        where start.alert_id = n.alert_id and start.user_id = n.user_id and start.channel = n.channel
          and start.kind in ('AlertStarted', 'AlertReminder') and start.status = 'told'
      ) start on true
      left join device on device.id = n.device_id
      left join former_device former on former.id = n.device_id
      left join site on site.id = (${siteIds})[cardinality(${siteIds})]
      left join outage_alert on outage_alert.alert_id = alert.id
      left join outage on outage.id = outage_alert.outage_id
      left join lateral (
        select case when starts_with(outage.site_path, ${sitePath}) then outage.site_path else ${sitePath} end as path
      ) seen on outage.id is not null
      left join site outage_site on outage_site.path = seen.path
      left join lateral (
        select count(*)::int as devices, (count(*) filter (where member.ended_at is null))::int as silent,
          (count(*) filter (where member.end_reason = 'Online'))::int as returned
        from outage_alert link join alert member on member.id = link.alert_id
        where link.outage_id = outage.id and starts_with(member.site_path, ${sitePath})
      ) grouped on outage.id is not null
      left join lateral (
        select bool_or(${reportsOutage} and (earlier.outage_path is null or earlier.outage_path = seen.path)) as start,
          bool_or(${reportsOutage} and (message.status is null or message.status in ('sent', 'kept'))) as delivered,
          bool_or(${reportsOutage} and message.status in ('requested', 'composed')) as underway,
          bool_or(earlier.kind in ('AlertEnded', 'DeviceOnline') and outage.ended_at is not null
            -- One that waited for the end of the outage was created before it.
            and (earlier.created_at >= outage.ended_at or message.finished_at >= outage.ended_at
              or message.status in ('requested', 'composed'))) as end
        from outage_alert link
        join alert member on member.id = link.alert_id
        join notification earlier on earlier.user_id = n.user_id and earlier.channel = n.channel
          and earlier.status = 'told' and earlier.created_at >= outage.started_at
          and (earlier.alert_id = member.id or (earlier.alert_id is null and earlier.device_id = member.device_id))
        left join message on message.id = earlier.message_id
        where link.outage_id = outage.id
          and coalesce(message.status not in ('failed', 'blocked', 'expired', 'dropped'), true)
      ) told on outage.id is not null
      where n.user_id = ${userId} and n.channel = ${channel} and n.status = 'waiting'
      order by n.event_seq, n.kind desc`.execute(db)
    return rows.map((row) => ({
      ...row,
      alert: row.alert && {
        ...row.alert,
        ...times(row.alert),
        snoozedUntil: row.alert.snoozedUntil && new Date(row.alert.snoozedUntil),
      },
      outage: row.outage && { ...row.outage, ...times(row.outage) },
    }))
  },

  /** Finds when the next notification of a person will be ready; null if never. */
  async findNextReady(userId: string): Promise<Date | null> {
    const { readyAt } = await db
      .selectFrom('notification')
      .where('user_id', '=', userId)
      .where('channel', '=', channel)
      .where('status', '=', 'waiting')
      .select((eb) => eb.fn.min<Date | null>('ready_at').as('readyAt'))
      .executeTakeFirstOrThrow()
    return readyAt
  },

  /** Postpones these notifications. */
  async postpone(ids: readonly string[], readyAt: Date): Promise<void> {
    await db
      .updateTable('notification')
      .set({ ready_at: readyAt })
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
      .execute()
  },

  /** Makes a reminder wait for the end of a snooze. It is news from then on. */
  async snooze(id: string, until: Date): Promise<void> {
    await db
      .updateTable('notification')
      .set({ ready_at: until, expires_at: new Date(until.getTime() + freshMs) })
      .where('id', '=', id)
      .execute()
  },

  async finish({ ids, status, reason }: Finished): Promise<void> {
    if (ids.length === 0) return
    await sql`update notification set status = ${status}, reason = ${reason ?? null}
      where id = any(${ids}::uuid[])`.execute(db)
  },

  /** Assigns notifications to the message that contains them, and records which outages it reports. */
  async tell(told: readonly WaitingNotification[], messageId: string): Promise<void> {
    if (told.length === 0) return
    const rows = told.map(({ id, outage }) => ({ id, path: outage?.path ?? '' }))
    await sql`update notification set status = 'told', reason = null, message_id = ${messageId}, outage_path = x.path
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (id uuid, path text)
      where notification.id = x.id`.execute(db)
  },

  /** Lists the sites of the notifications in a message. */
  async listToldPaths(messageId: string): Promise<string[]> {
    const rows = await db
      .selectFrom('notification')
      .where('message_id', '=', messageId)
      .select('site_path')
      .distinct()
      .execute()
    return rows.map(({ site_path }) => site_path)
  },

  /** Makes the notifications of a message wait for another message. */
  async takeBack(messageId: string, now: Date): Promise<void> {
    await db
      .updateTable('notification')
      .set({ status: 'waiting', message_id: null, outage_path: null, ready_at: now })
      .where('message_id', '=', messageId)
      .execute()
  },

  /** Lists the names of the subscriptions that caused these notifications. */
  async listSubscriptionNames(ids: readonly string[]): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`
      select distinct subscription.name from notification
      join subscription on subscription.id = any(notification.subscription_ids)
      where notification.id = any(${ids}::uuid[]) order by 1`.execute(db)
    return rows.map(({ name }) => name)
  },
})

/**
 * Whether the message of the notification `earlier` reported the start of the outage, even if only at a site below. Release 0.1
 * does not record this. Its messages count if they were sent after the outage was detected, so that no outage is reported twice
 * during an upgrade.
 */
const reportsOutage = sql`earlier.kind in ('AlertStarted', 'DeviceOffline') and earlier.outage_path is distinct from ''
  and (earlier.outage_path is not null or coalesce(message.finished_at >= outage.detected_at, true))`

const place = { sitePath: 'n.site_path', deviceId: 'n.device_id', alertType: 'alert.type_key' }

const siteIds = sql.raw(idsOnPathSql('n.site_path'))

/** JSON has instants as texts. */
const times = ({ startedAt, endedAt }: { startedAt: Date; endedAt: Date | null }) => ({
  startedAt: new Date(startedAt),
  endedAt: endedAt === null ? null : new Date(endedAt),
})
