import type { Channel } from '@eot/contract/channels'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database.ts'
import { clockDifferenceMs } from '../../platform/clock.ts'
import { deleteInSteps } from '../../platform/db/delete-in-steps.queries.ts'
import { freshMs } from './plan-notifications.ts'
import type { NotificationKind, NotificationStatus } from './tables.ts'

export interface NewNotification {
  id: string
  eventSeq: number
  kind: NotificationKind
  at: Date
  sitePath: string
  deviceId: string
  alertId: string | null
  userId: string
  channel: Channel
  subscriptionIds: readonly string[]
  followUps: readonly string[]
  status: NotificationStatus
  reason: string | null
  readyAt: Date
  expiresAt: Date | null
  createdAt: Date
}

/** A person to notify on a channel, and the earliest time. */
export interface DueMessage {
  userId: string
  channel: Channel
  readyAt: Date
  /** A waiting notification that is to be ready as early as that. */
  hastens?: string
}

/** The queue state of a person on a channel. */
export interface PaceRow {
  userId: string
  email: string
  phoneNumber: string | null
  /** When the last messages were sent, oldest first. */
  sentAt: Date[]
  /** The waiting message, unless it has been composed or given up. */
  messageId: string | null
  dueAt: Date | null
}

export interface WaitingMessage {
  userId: string
  messageId: string
  dueAt: Date
}

/** A notification that will no longer be sent. */
const isUntold = sql`notification.status in ('suppressed', 'expired')`

/** The number of alerts after which they count as unstable. */
const calmAtMost = 4

export const notificationQueries = (db: Kysely<Database>) => ({
  /** Lists which of these devices went offline more than `calmAtMost` times in the last half hour, by their notifications. */
  async listFlapping(deviceIds: readonly string[], now: Date): Promise<Set<string>> {
    if (deviceIds.length === 0) return new Set()
    const since = new Date(now.getTime() - 30 * 60_000)
    const { rows } = await sql<{ id: string }>`
      select device_id as id from notification
      where created_at > ${since} and created_at < ${new Date(now.getTime() + clockDifferenceMs)}
        and kind = 'DeviceOffline' and device_id = any(${deviceIds}::uuid[])
      group by 1 having count(distinct event_seq) > ${calmAtMost}`.execute(db)
    return new Set(rows.map(({ id }) => id))
  },

  /** Leaves out existing ones, except that reminders are joined. Returns whom to notify, and when. */
  async insertNotifications(rows: readonly NewNotification[]): Promise<DueMessage[]> {
    if (rows.length === 0) return []
    const { rows: ready } = await sql<DueMessage>`
      with inserted as (
      insert into notification (id, event_seq, kind, at, site_path, device_id, alert_id, user_id, channel,
        subscription_ids, follow_ups, status, reason, ready_at, expires_at, created_at)
      select x.id, x."eventSeq", x.kind, x.at, x."sitePath", x."deviceId", x."alertId", x."userId", x.channel,
        x."subscriptionIds", x."followUps", x.status, x.reason, x."readyAt", x."expiresAt", x."createdAt"
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (id uuid, "eventSeq" bigint, kind text,
        at timestamptz, "sitePath" text, "deviceId" uuid, "alertId" uuid, "userId" uuid, channel text,
        "subscriptionIds" uuid[], "followUps" text[], status text, reason text, "readyAt" timestamptz,
        "expiresAt" timestamptz, "createdAt" timestamptz)
        -- In one order for all, since rows of the same event and person wait for each other.
        order by x."userId", x."eventSeq", x.channel
        -- A second subscription that reminds may want to tell more of the alert than the first.
        on conflict (event_seq, kind, user_id, channel) do update
          set follow_ups = array(select distinct unnest(notification.follow_ups || excluded.follow_ups)),
            subscription_ids = array(select distinct unnest(notification.subscription_ids || excluded.subscription_ids)),
            -- One that reached nobody, such as while the alert was confirmed, does not stand in the way of another.
            status = case when ${isUntold} then excluded.status else notification.status end,
            reason = case when ${isUntold} then excluded.reason else notification.reason end,
            ready_at = case when ${isUntold} then excluded.ready_at else notification.ready_at end,
            expires_at = case when ${isUntold} then excluded.expires_at else notification.expires_at end
          where notification.kind = 'AlertReminder'
        returning user_id, channel, ready_at, status
      )
      select user_id as "userId", channel, min(ready_at) as "readyAt" from inserted
      where status = 'waiting' group by user_id, channel`.execute(db)
    return ready
  },

  /** Locks the `message_pace` rows of these people until the commit, always in the order of their ids, to avoid deadlocks. */
  async lockPace(channel: Channel, userIds: readonly string[]): Promise<PaceRow[]> {
    await sql`
      insert into message_pace (user_id, channel)
      select id, ${channel} from unnest(${userIds}::uuid[]) id order by id
      on conflict do nothing`.execute(db)
    // Locked first and read second, so that the read sees the message as left by the previous holder of the lock.
    await sql`
      select from message_pace where channel = ${channel} and user_id = any(${userIds}::uuid[])
      order by user_id for update`.execute(db)
    const { rows } = await sql<PaceRow>`
      select message_pace.user_id as "userId", app_user.email, app_user.phone_number as "phoneNumber",
        sent_at as "sentAt", message.id as "messageId",
        case when message.id is not null then due_at end as "dueAt"
      from message_pace
      join app_user on app_user.id = message_pace.user_id
      left join message on message.id = message_pace.message_id and message.status = 'requested'
      where message_pace.channel = ${channel} and message_pace.user_id = any(${userIds}::uuid[])
      order by 1`.execute(db)
    return rows
  },

  /**
   * Makes waiting notifications ready earlier. Those that expire are news from then on. Lock the `message_pace` rows of their
   * people first, as composing a message does.
   */
  async hasten(due: readonly DueMessage[]): Promise<void> {
    const hastened = due.flatMap(({ hastens: id, readyAt }) =>
      id === undefined ? [] : [{ id, readyAt, expiresAt: new Date(readyAt.getTime() + freshMs) }],
    )
    if (hastened.length === 0) return
    await sql`
      update notification set ready_at = x."readyAt",
        expires_at = case when expires_at is not null then x."expiresAt" end
      from jsonb_to_recordset(${JSON.stringify(hastened)}::jsonb)
        as x (id uuid, "readyAt" timestamptz, "expiresAt" timestamptz)
      where notification.id = x.id and status = 'waiting' and ready_at > x."readyAt"`.execute(db)
  },

  async setWaiting(channel: Channel, messages: readonly WaitingMessage[]): Promise<void> {
    await sql`
      update message_pace set message_id = x."messageId", due_at = x."dueAt"
      from jsonb_to_recordset(${JSON.stringify(messages)}::jsonb)
        as x ("userId" uuid, "messageId" uuid, "dueAt" timestamptz)
      where message_pace.user_id = x."userId" and channel = ${channel}`.execute(db)
  },

  /** Records that no message is waiting. `sentAt`: when the last messages were sent. */
  async setSent(channel: Channel, userId: string, sentAt: readonly Date[]): Promise<void> {
    await db
      .updateTable('message_pace')
      .set({ message_id: null, due_at: null, sent_at: [...sentAt] })
      .where('user_id', '=', userId)
      .where('channel', '=', channel)
      .execute()
  },

  deleteOld: (before: Date, inStep?: number): Promise<void> =>
    deleteInSteps(
      db,
      (limit) => sql`delete from notification where id in (
        select id from notification where created_at < ${before} limit ${limit})`,
      inStep,
    ),

  /** Lists notifications that are ready but not in a waiting message, since that message expired. */
  async listStranded(now: Date): Promise<DueMessage[]> {
    const { rows } = await sql<DueMessage>`
      select n.user_id as "userId", n.channel, min(n.ready_at) as "readyAt" from notification n
      where n.status = 'waiting' and n.ready_at <= ${now} and not exists (
        select from message_pace pace join message on message.id = pace.message_id and message.status = 'requested'
        where pace.user_id = n.user_id and pace.channel = n.channel)
      group by 1, 2`.execute(db)
    return rows
  },
})
