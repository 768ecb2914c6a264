import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database.ts'
import type { Channel } from './match-receiver.ts'
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

/** The turn of a person on a channel to be told. */
export interface PaceRow {
  userId: string
  email: string
  /** When the last messages went, oldest first. */
  sentAt: Date[]
  /** The message that waits, unless it has been composed or given up. */
  messageId: string | null
  dueAt: Date | null
}

export interface WaitingMessage {
  userId: string
  messageId: string
  dueAt: Date
}

export const notificationQueries = (db: Kysely<Database>) => ({
  /** Leaves out those that exist. Returns when there is something new to tell to whom. */
  async insertNotifications(rows: readonly NewNotification[]): Promise<Map<string, Date>> {
    if (rows.length === 0) return new Map()
    const { rows: ready } = await sql<{ userId: string; readyAt: Date }>`
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
        order by x."userId", x."eventSeq" on conflict do nothing returning user_id, ready_at, status
      )
      select user_id as "userId", min(ready_at) as "readyAt" from inserted
      where status = 'waiting' group by user_id`.execute(db)
    return new Map(ready.map(({ userId, readyAt }) => [userId, readyAt]))
  },

  /** Locks the `message_pace` rows of these people until the commit, always in the order of their ids, to avoid deadlocks. */
  async lockPace(channel: Channel, userIds: readonly string[]): Promise<PaceRow[]> {
    await sql`
      insert into message_pace (user_id, channel)
      select id, ${channel} from unnest(${userIds}::uuid[]) id order by id
      on conflict do nothing`.execute(db)
    // Locked first and read second, so that the mail is seen as whoever held the lock before has left it.
    await sql`
      select from message_pace where channel = ${channel} and user_id = any(${userIds}::uuid[])
      order by user_id for update`.execute(db)
    const { rows } = await sql<PaceRow>`
      select message_pace.user_id as "userId", app_user.email, sent_at as "sentAt", mail.id as "messageId",
        case when mail.id is not null then due_at end as "dueAt"
      from message_pace
      join app_user on app_user.id = message_pace.user_id
      left join mail on mail.id = message_pace.message_id and mail.status = 'requested'
      where channel = ${channel} and message_pace.user_id = any(${userIds}::uuid[])
      order by 1`.execute(db)
    return rows
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

  async deleteOld(before: Date): Promise<void> {
    await db.deleteFrom('notification').where('created_at', '<', before).execute()
  },
})
