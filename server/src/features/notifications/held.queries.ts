import type { Channel } from '@eot/contract/channels'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database.ts'
import { isHeldByMaintenance } from '../maintenance/index.ts'
import { namedReceivers } from '../subscriptions/index.ts'
import type { DueMessage } from './notifications.queries.ts'
import { freshMs } from './plan-notifications.ts'
import type { DueReminder } from './reminders.queries.ts'
import type { NotificationKind } from './tables.ts'

interface FreedRow {
  userId: string
  channel: Channel
  seq: number
  kind: NotificationKind
  isWaiting: boolean
}

const place = { sitePath: 'held.site_path', deviceId: 'held.device_id', alertType: 'alert.type_key' }

/**
 * Whether none of its subscriptions notifies the person of it anymore. Ends and confirmations still go to those who were
 * notified of the start.
 */
const isUnsubscribed = (now: Date) => sql`
  held.kind in ('AlertStarted', 'DeviceOffline', 'DeviceOnline')
    and not exists (${namedReceivers((userId) => notifies(userId, now))})`

const notifies = (userId: RawBuilder<unknown>, now: Date) => sql`
  rule.id = any(held.subscription_ids) and link.stage = 1 and ${userId} = held.user_id
    and rule.is_active and coalesce(rule.paused_until <= ${now}, true)`

/** Notifications that wait for the end of maintenance. */
export const heldQueries = (db: Kysely<Database>) => ({
  /**
   * Releases notifications that maintenance no longer holds, so that they wait for their message, unless the person has left
   * their subscriptions. Starts count as news again. Returns the messages to schedule, and the numbers of the events with which
   * alerts started.
   */
  async release(now: Date): Promise<{ due: DueMessage[]; starts: number[] }> {
    const { rows } = await sql<FreedRow>`
      with freed as (
        select held.id, ${isUnsubscribed(now)} as is_unsubscribed
        from notification held left join alert on alert.id = held.alert_id
        where held.status = 'held' and not ${isHeldByMaintenance(place, now)}
        -- The follower and the job can release at the same time.
        for update of held skip locked
      ), unsubscribed as (
        update notification set status = 'suppressed', reason = 'Unsubscribed'
        where id in (select id from freed where is_unsubscribed)
        returning user_id, channel, event_seq, kind, false as is_waiting
      ), released as (
        update notification set status = 'waiting', ready_at = ${now},
          expires_at = case when expires_at is not null then ${new Date(now.getTime() + freshMs)}::timestamptz end
        where id in (select id from freed where not is_unsubscribed)
        returning user_id, channel, event_seq, kind, true as is_waiting
      )
      select user_id as "userId", channel, event_seq::float8 as seq, kind, is_waiting as "isWaiting"
      from (select * from released union all select * from unsubscribed) released`.execute(db)
    const starts = rows.flatMap(({ kind, seq }) => (kind === 'AlertStarted' ? [seq] : []))
    return {
      due: rows.flatMap(({ userId, channel, isWaiting }) =>
        isWaiting ? [{ userId, channel, readyAt: now }] : [],
      ),
      starts: [...new Set(starts)],
    }
  },

  /** Holds waiting notifications until the end of maintenance. */
  async hold(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    await sql`update notification set status = 'held', reason = 'Maintenance'
      where id = any(${ids}::uuid[])`.execute(db)
  },

  /** Returns whether people will be notified of the start of an alert only after maintenance. */
  async isStartHeld(alertId: string): Promise<boolean> {
    const row = await db
      .selectFrom('notification')
      .where('alert_id', '=', alertId)
      .where('kind', '=', 'AlertStarted')
      .where('status', '=', 'held')
      .select('id')
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  },

  /** Lists the reminders of the alerts whose start was released at `now`. */
  async listRemindersOfReleased(now: Date): Promise<DueReminder[]> {
    const { rows } = await sql<DueReminder>`
      select distinct jsonb_build_object('eventSeq', n.event_seq, 'alertId', n.alert_id, 'subscriptionId',
        subscription.id) as payload,
        ${now}::timestamptz + remind_after_minutes * interval '1 minute' as "startAt"
      from notification n
      join subscription on subscription.id = any(n.subscription_ids) and remind_after_minutes is not null
      where n.status = 'waiting' and n.kind = 'AlertStarted' and n.reason = 'Maintenance'
        and n.ready_at = ${now}`.execute(db)
    return rows
  },
})
