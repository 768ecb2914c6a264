import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database.ts'
import type { DueMessage } from './notifications.queries.ts'

/** A job that reminds of an alert by a subscription, and when it is due. */
export interface DueReminder {
  payload: { eventSeq: number; alertId: string; subscriptionId: string }
  startAt: Date
}

/** An open, unconfirmed alert. */
export interface AwakeAlert {
  id: string
  /** Earliest time of a reminder about it. */
  from: Date
}

export const reminderQueries = (db: Kysely<Database>) => ({
  /** Finds a subscription, if it still reminds and the alert is open and unconfirmed. */
  findReminding: (subscriptionId: string, alertId: string, now: Date) =>
    db
      .selectFrom('subscription')
      .where('subscription.id', '=', subscriptionId)
      .where('is_active', '=', true)
      .where('remind_after_minutes', 'is not', null)
      .where((eb) => eb.or([eb('paused_until', 'is', null), eb('paused_until', '<=', now)]))
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('alert')
            .where('alert.id', '=', alertId)
            .where('ended_at', 'is', null)
            .where('confirmed', '=', false),
        ),
      )
      .select(['events', 'remind_after_minutes as remindAfterMinutes'])
      .executeTakeFirst(),

  /** Finds when people were first to be notified of the start of an alert, perhaps after maintenance. null: nobody was. */
  async findToldFrom(alertId: string): Promise<Date | null> {
    const { readyAt } = await db
      .selectFrom('notification')
      .where('alert_id', '=', alertId)
      .where('kind', '=', 'AlertStarted')
      .where('status', 'in', ['waiting', 'told'])
      .select((eb) => eb.fn.min<Date | null>('ready_at').as('readyAt'))
      .executeTakeFirstOrThrow()
    return readyAt
  },

  /** Finds until when the reminders of an alert are snoozed; null if they are not. */
  async findSnooze(alertId: string, now: Date): Promise<Date | null> {
    const alert = await db
      .selectFrom('alert')
      .where('id', '=', alertId)
      .where('snoozed_until', '>', now)
      .select('snoozed_until')
      .executeTakeFirst()
    return alert?.snoozed_until ?? null
  },

  /**
   * Lists those of these alerts that are open and unconfirmed, and from when on people may be reminded of each: from the end of
   * its snooze, or from now on.
   */
  async listAwake(
    { updated, unconfirmed }: { updated: readonly string[]; unconfirmed: readonly string[] },
    now: Date,
  ): Promise<AwakeAlert[]> {
    const { rows } = await sql<AwakeAlert>`
      select id, greatest(snoozed_until, ${now}::timestamptz) as "from" from alert
      where (id = any(${unconfirmed}::uuid[]) or (id = any(${updated}::uuid[]) and snoozed_until is not null))
        and ended_at is null and not confirmed`.execute(db)
    return rows
  },

  /** Lists the numbers of the events with which these alerts started. Their notifications are kept longer. */
  async listStarts(alertIds: readonly string[]): Promise<number[]> {
    const { rows } = await sql<{ seq: number }>`
      select seq::float8 as seq from event
      where kind = 'AlertStarted' and alert_id = any(${alertIds}::uuid[])
      union select event_seq::float8 from notification
      where kind = 'AlertStarted' and alert_id = any(${alertIds}::uuid[])`.execute(db)
    return rows.map(({ seq }) => seq)
  },

  /** Lists the reminders by the subscriptions that notified of these alerts, each due now if it is overdue. */
  async listReminders(alertIds: readonly string[], now: Date): Promise<DueReminder[]> {
    const { rows } = await sql<DueReminder>`
      select distinct jsonb_build_object('eventSeq', n.event_seq, 'alertId', n.alert_id, 'subscriptionId',
        subscription.id) as payload,
        greatest(${now}::timestamptz, n.created_at + remind_after_minutes * interval '1 minute') as "startAt"
      from notification n
      join subscription on subscription.id = any(n.subscription_ids) and remind_after_minutes is not null
      where n.alert_id = any(${alertIds}::uuid[]) and n.kind = 'AlertStarted'`.execute(db)
    return rows
  },

  /** Lists the waiting reminders of these alerts that are to be due earlier. */
  async listWaiting(awake: readonly AwakeAlert[]): Promise<DueMessage[]> {
    const { rows } = await sql<DueMessage>`
      select notification.id as hastens, user_id as "userId", channel, awake."from" as "readyAt"
      from jsonb_to_recordset(${JSON.stringify(awake)}::jsonb) as awake (id uuid, "from" timestamptz)
      join notification on alert_id = awake.id
      where kind = 'AlertReminder' and status = 'waiting' and ready_at > awake."from"`.execute(db)
    return rows
  },
})
