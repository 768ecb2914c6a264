import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database.ts'
import { isHeldByMaintenance } from '../maintenance/index.ts'
import type { DueMessage } from './notifications.queries.ts'
import { freshMs } from './plan-notifications.ts'
import type { DueReminder } from './reminders.queries.ts'

const place = { sitePath: 'held.site_path', deviceId: 'held.device_id', alertType: 'alert.type_key' }

/** Notifications that wait for the end of maintenance. */
export const heldQueries = (db: Kysely<Database>) => ({
  /**
   * Releases notifications that maintenance no longer holds, so that they wait for their message. Starts count as news again.
   */
  async release(now: Date): Promise<DueMessage[]> {
    const { rows } = await sql<DueMessage>`
      with released as (
        update notification set status = 'waiting', ready_at = ${now},
          expires_at = case when expires_at is not null then ${new Date(now.getTime() + freshMs)}::timestamptz end
        where id in (
          select held.id from notification held left join alert on alert.id = held.alert_id
          where held.status = 'held' and not ${isHeldByMaintenance(place, now)}
          -- The follower and the job can release at the same time.
          for update of held skip locked)
        returning user_id, channel, ready_at
      )
      select user_id as "userId", channel, min(ready_at) as "readyAt" from released
      group by user_id, channel`.execute(db)
    return rows
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

  /** Lists the starts of alerts that were released at `now`, by the numbers of their events. */
  async listReleasedStarts(now: Date): Promise<number[]> {
    const { rows } = await sql<{ seq: number }>`
      select distinct event_seq::float8 as seq from notification
      where status = 'waiting' and kind = 'AlertStarted' and reason = 'Maintenance' and ready_at = ${now}`.execute(
      db,
    )
    return rows.map(({ seq }) => seq)
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
