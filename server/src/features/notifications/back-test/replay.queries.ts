import type { Channel } from '@eot/contract/channels'
import type { SubscriptionEvent } from '@eot/contract/subscription-events'
import { type Kysely, sql } from 'kysely'
import { idsOnPathSql } from '../../../access/scope.queries.ts'
import type { Database } from '../../../database.ts'
import { jobSchema } from '../../../platform/jobs/job-queue.ts'
import type { EventRow } from '../../events/index.ts'
import type { MessageStatus } from '../../messages/index.ts'
import { type Reminder, remindJob } from '../remind.job.ts'

/** Tables written by notifications, and read only by them. */
const written = ['notification', 'message_pace', 'message']

/** Hidden so that only the subscription of the replay exists. */
const subscriptionTables = [
  'subscription',
  'subscription_device',
  'subscription_device_group',
  'subscription_site',
  'subscription_user',
  'subscription_user_list',
]

/** An alert that is not stored. Names match the table's columns; instants are ISO 8601 text. */
export interface DraftedAlert {
  id: string
  type_key: string
  severity: string
  sensor: string
  unit: string
  started_at: string
  ended_at: string | null
  peak: number
  threshold: number
  clear_level: number
}

/** An event with the time at which the portal learned of it. */
export type ReplayedEvent = Omit<EventRow, 'kind'> & { kind: SubscriptionEvent; storedAt: Date }

export interface DueReplayedMessage {
  id: string
  dueAt: Date
  channel: Channel
  kind: string
  receiver: string
  userId: string
}

/**
 * Reads and writes of a replay in a transaction. First the replayed alerts are copied, then `hideTables` creates temporary
 * tables with the names of the tables that notifications write, or whose state changes during the replay. PostgreSQL finds them
 * before the others, so the product's statements work on them, and they disappear when the transaction is rolled back.
 */
export const replayQueries = (tx: Kysely<Database>) => ({
  /** Replays the stored alerts of a site and those below. */
  async takeStoredAlerts({ path, from, to }: { path: string; from: Date; to: Date }): Promise<void> {
    await sql`create temporary table later_alert on commit drop as select alert.* from alert
      where starts_with(site_path, ${path}) and started_at >= ${from} and started_at < ${to}`.execute(tx)
  },

  /** Replays alerts that a device might have raised at its current site. */
  async takeDraftedAlerts(deviceId: string, alerts: readonly DraftedAlert[]): Promise<void> {
    await sql`create temporary table later_alert (like alert including defaults) on commit drop`.execute(tx)
    await sql`insert into later_alert (id, type_key, severity, device_no, device_id, device_name, site_id, site_name,
        site_path, site_path_names, time_zone, sensor, unit, started_at, raised_at, ended_at, end_reason, value, peak,
        threshold, clear_level)
      select drafted.id, type_key, severity, device.no, device.id, device.name, site.id, site.name, site.path,
        (select jsonb_agg(jsonb_build_object('Id', above.id, 'Name', above.name) order by length(above.path))
          from site above where above.id = any(${sql.raw(idsOnPathSql('site.path'))})),
        site.time_zone, drafted.sensor, unit, started_at, started_at, ended_at,
        case when ended_at is not null then 'Cleared' end, peak, peak, threshold, drafted.clear_level
      from jsonb_to_recordset(${JSON.stringify(alerts)}::jsonb) as drafted (id uuid, type_key text, severity text,
        sensor text, unit text, started_at timestamptz, ended_at timestamptz, peak real, threshold real, clear_level real)
      join device on device.id = ${deviceId} join site on site.id = device.site_id`.execute(tx)
  },

  /** Must be called after one of those above. */
  async hideTables({ path, to, own }: { path: string; to: Date; own: boolean }): Promise<void> {
    const statements = [
      // Events are kept for only a week, so they are created from the alerts.
      sql`create temporary table event on commit drop as
        with happened as (
          select alert.*, type_key = 'Offline' as is_silence, coalesce(stored.at, greatest(ended_at, raised_at)) as end_stored_at
          from later_alert alert
          left join (select alert_id, max(stored_at) as at from event where kind = 'AlertEnded'
            and starts_with(site_path, ${path}) group by 1) stored on stored.alert_id = alert.id
        )
        select row_number() over (order by stored_at, part, at, device_id, alert_id) as seq, kind, at, stored_at,
          site_path, device_id, alert_id, alert_type
        from (
          select 'AlertStarted' as kind,
            -- Silence becomes known later than it starts, and is told by the hours of then.
            case type_key when 'Offline' then raised_at else started_at end as at, raised_at as stored_at, site_path, device_id,
            id as alert_id, type_key as alert_type, 2 as part from happened
          union all
          select 'DeviceOffline', raised_at, raised_at, site_path, device_id, null, null, 1
          from happened where is_silence
          union all
          select 'AlertConfirmed', confirmed_at, confirmed_at, site_path, device_id, id, type_key, 3
          from happened where confirmed and confirmed_at < ${to}
          union all
          select 'DeviceOnline', ended_at, end_stored_at, site_path, device_id, null, null, 4
          from happened where is_silence and end_reason = 'Online' and ended_at < ${to}
          union all
          select 'AlertEnded', ended_at, end_stored_at, site_path, device_id, id, type_key, 5
          from happened where ended_at < ${to}
        ) told`,
      sql`create temporary table later_outage on commit drop as
        select distinct outage.* from outage join outage_alert link on link.outage_id = outage.id
        join later_alert on later_alert.id = link.alert_id`,
      sql`create temporary table outage_alert on commit drop as
        select link.* from outage_alert link join later_alert on later_alert.id = link.alert_id`,
      sql`create temporary table alert on commit drop as select * from later_alert`,
      // The ends are not known yet.
      sql`update alert set ended_at = null, end_reason = null, confirmed = false, confirmed_by = null,
        confirmed_by_name = null, confirmed_at = null, peak = value`,
      sql`create temporary table outage on commit drop as select * from later_outage`,
      sql`update outage set ended_at = null`,
      sql`create unique index on event (seq)`,
      sql`create unique index on alert (id)`,
      sql`create index on alert (device_id, started_at)`,
      sql`create index on outage_alert (alert_id)`,
      sql`create index on outage_alert (outage_id)`,
      sql`create unique index on later_alert (id)`,
      sql`analyze event, alert, later_alert`,
      ...[...written, ...(own ? subscriptionTables : [])].map(
        (name) =>
          sql`create temporary table ${sql.table(name)} (like ${sql.table(name)} including defaults including indexes) on commit drop`,
      ),
    ]
    for (const statement of statements) await statement.execute(tx)
  },

  /** Lists events in the order in which the portal learned of them. */
  async listEvents(): Promise<ReplayedEvent[]> {
    const { rows } = await sql<ReplayedEvent>`
      select seq::float8 as seq, kind, at, stored_at as "storedAt", site_path as "sitePath", device_id as "deviceId",
        alert_id as "alertId", alert_type as "alertType"
      from event order by seq`.execute(tx)
    return rows
  },

  /** Updates these alerts to their state when the portal learned that they had ended or been confirmed. */
  async learnOf(alertIds: readonly string[], kind: 'AlertEnded' | 'AlertConfirmed'): Promise<void> {
    if (alertIds.length === 0) return
    const changes =
      kind === 'AlertEnded'
        ? sql`ended_at = later.ended_at, end_reason = later.end_reason, peak = later.peak`
        : sql`confirmed = true, confirmed_by = later.confirmed_by, confirmed_by_name = later.confirmed_by_name,
            confirmed_at = later.confirmed_at`
    await sql`update alert set ${changes} from later_alert later
      where later.id = alert.id and alert.id = any(${alertIds}::uuid[])`.execute(tx)
  },

  /** Ends the outages that had ended by then. Returns whether there were any. */
  async endOutages(now: Date): Promise<boolean> {
    const { numAffectedRows } = await sql`update outage set ended_at = later.ended_at from later_outage later
      where later.id = outage.id and outage.ended_at is null and later.ended_at <= ${now}`.execute(tx)
    return numAffectedRows !== undefined && numAffectedRows > 0n
  },

  /** Lists when maintenance of the site, of sites above and of sites below ended, earliest first. */
  async listMaintenanceEnds({ path, from, to }: { path: string; from: Date; to: Date }): Promise<Date[]> {
    const { rows } = await sql<{ at: Date }>`
      select distinct ends_at as at from maintenance_window maintenance
      join site on site.id = maintenance.site_id and (starts_with(site.path, ${path}) or starts_with(${path}, site.path))
      where ends_at > ${from} and ends_at <= ${to} order by ends_at`.execute(tx)
    return rows.map(({ at }) => at)
  },

  async hasOutages(): Promise<boolean> {
    const { rows } = await sql`select from outage limit 1`.execute(tx)
    return rows.length > 0
  },

  /** Finds the next message to send. */
  async findDue(): Promise<DueReplayedMessage | undefined> {
    const { rows } = await sql<DueReplayedMessage>`
      select message.id, due_at as "dueAt", message.channel, kind, receiver, message.user_id as "userId"
      from message_pace join message on message.id = message_pace.message_id and message.status = 'requested'
      order by due_at, message.id limit 1`.execute(tx)
    return rows[0]
  },

  async finish(id: string, status: MessageStatus, at: Date): Promise<void> {
    await tx.updateTable('message').set({ status, finished_at: at }).where('id', '=', id).execute()
  },

  /** Lists the alerts whose start or reminder was in a message. */
  async listStartsIn(messageId: string): Promise<string[]> {
    const rows = await tx
      .selectFrom('notification')
      .where('message_id', '=', messageId)
      .where('kind', 'in', ['AlertStarted', 'AlertReminder'])
      .where('alert_id', 'is not', null)
      .select('alert_id')
      .distinct()
      .execute()
    return rows.flatMap(({ alert_id }) => alert_id ?? [])
  },

  /**
   * Returns and removes the reminders that the replay has enqueued: for this subscription, or of alerts that were never stored.
   */
  async takeReminders(subscriptionId: string | null): Promise<{ reminder: Reminder; at: Date }[]> {
    const isOwn =
      subscriptionId === null
        ? sql`data ->> 'alertId' in (select id::text from later_alert)`
        : sql`data ->> 'subscriptionId' = ${subscriptionId}`
    const { rows } = await sql<{ reminder: Reminder; at: Date }>`
      delete from ${sql.table(`${jobSchema}.job`)}
      where name = ${remindJob.name} and ${isOwn}
      returning data as reminder, start_after as at`.execute(tx)
    return rows
  },
})
