import type { Channel } from '@eot/contract/channels'
import { type Kysely, type SqlBool, sql } from 'kysely'
import { idsOnPathSql, inScope } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import type { MessageStatus } from '../messages/index.ts'
import { namedReceivers } from '../subscriptions/index.ts'
import { targets } from './candidates.queries.ts'
import type { NamingRow } from './explain.ts'
import type { OccurrenceRow } from './plan-notifications.ts'
import type { NotificationKind, NotificationStatus } from './tables.ts'

const mostRows = 500
const mostSubscriptions = 200

export const explainQueries = (db: Kysely<Database>) => ({
  /**
   * Finds the start of an alert as an event. Events are kept for a week; after that the time at which the portal learned of it
   * comes from the notifications of the start, or else is that of the start itself.
   */
  async findStart(scope: Scope, alertId: string): Promise<OccurrenceRow | undefined> {
    const row = await db
      .selectFrom('alert')
      .leftJoin('event', (join) =>
        join.onRef('event.alert_id', '=', 'alert.id').on('event.kind', '=', 'AlertStarted'),
      )
      .where('alert.id', '=', alertId)
      .where((eb) => inScope(eb.ref('alert.site_path'), scope))
      .select([
        'alert.id as alertId',
        'alert.device_id as deviceId',
        'alert.type_key as alertType',
        'alert.site_path as sitePath',
        'alert.time_zone as timeZone',
        'alert.started_at as at',
        sql<Date>`coalesce(event.stored_at, (
          select min(created_at) from notification
          where notification.alert_id = alert.id and notification.kind = 'AlertStarted'
        ), alert.started_at)`.as('storedAt'),
      ])
      .executeTakeFirst()
    return row && { ...row, seq: 0, kind: 'AlertStarted', isHeld: false }
  },

  /**
   * Lists subscriptions that name a user, at the site of the event or above, by name, with those lists that the caller may see.
   */
  async listNaming(
    event: OccurrenceRow,
    { scope, userId, isOwn }: { scope: Scope; userId: string; isOwn: boolean },
  ): Promise<NamingRow[]> {
    const { rows } = await sql<NamingRow>`
      with what as (
        select 0::bigint as seq, ${event.deviceId}::uuid as device_id, ${sql.raw(idsOnPathSql('given.path'))} as site_ids
        from (select ${event.sitePath}::text as path) given
      ), target as (${targets}),
      naming as (
        ${namedReceivers((named) => sql`${named} = ${userId}`)}
      ), named as (
        select subscription_id as id, min(stage) = 1 as "isAtOnce",
          coalesce(jsonb_agg(distinct user_list.name order by user_list.name)
            filter (where list_id is not null and (${isOwn} or ${inScope(sql.ref('place.path'), scope)})), '[]') as lists
        from naming
        left join user_list on user_list.id = list_id
        left join site place on place.id = user_list.site_id
        group by 1
      )
      select subscription.id, subscription.name, site.path as "sitePath", subscription.created_at as "createdAt",
        "isAtOnce", lists, subscription.is_active as "isActive", paused_until as "pausedUntil",
        alert_types as "alertTypes", events, start_hour as "startHour", end_hour as "endHour", weekdays,
        exists (select from target where target.id = subscription.id) as "isTarget",
        (
          select coalesce(jsonb_agg(jsonb_build_object('at', entry.at,
            'changes', coalesce(entry.details -> 'changes', '{}')) order by entry.id desc), '[]')
          from audit_entry entry
          where entry.subject_id = subscription.id and entry.action = 'subscription.updated'
            and entry.at > ${event.storedAt}
        ) as changes
      from named
      join subscription on subscription.id = named.id
      join site on site.id = subscription.site_id
      where subscription.site_id = any((select site_ids from what)::uuid[])
      order by lower(subscription.name), subscription.id limit ${mostSubscriptions}`.execute(db)
    return rows.map((row) => ({
      ...row,
      changes: row.changes.map(({ at, changes }) => ({ at: new Date(at), changes })), // JSON has instants as texts
    }))
  },

  /**
   * Lists the notifications of an alert to users of the scope, or to one user, oldest first, with the outcome of their
   * messages. They name the subscriptions of the scope, or all.
   */
  async listNotices(alertId: string, { scope, userId, isOwn = false }: Seen): Promise<NoticeOfAlert[]> {
    const { rows } = await sql<NoticeOfAlert>`
      select notification.id, notification.kind, notification.user_id as "userId", full_name as "fullName",
        notification.channel,
        notification.status, notification.reason, notification.created_at as "createdAt",
        message.status as "messageStatus", message.error, message.finished_at as "finishedAt", (
          select coalesce(jsonb_agg(jsonb_build_object('Id', told.id, 'Name', told.name) order by lower(told.name)), '[]')
          from subscription told join site place on place.id = told.site_id
          where told.id = any(notification.subscription_ids)
            and (${isOwn} or ${inScope(sql.ref('place.path'), scope)})
        ) as subscriptions
      ${ofAlert(alertId)} and ${isSeen({ scope, userId })}
      order by event_seq, notification.created_at, lower(full_name), notification.id limit ${mostRows}`.execute(
      db,
    )
    return rows
  },

  /** Counts the notices, all people who were told, and how many of them the reader may not see. */
  async countNotices(
    alertId: string,
    seen: Seen,
  ): Promise<{ total: number; people: number; others: number }> {
    const { rows } = await sql<{ total: number; people: number; others: number }>`
      select (count(*) filter (where ${isSeen(seen)}))::int as total,
        (count(distinct notification.user_id) filter (where notification.status = 'told'))::int as people,
        (count(distinct notification.user_id) filter (where notification.status = 'told' and not ${isSeen(seen)}))::int as others
      ${ofAlert(alertId)}`.execute(db)
    return rows[0] ?? { total: 0, people: 0, others: 0 }
  },

  /** Finds a user of the scope, or the caller. */
  findPerson: (scope: Scope, userId: string, callerId: string) =>
    db
      .selectFrom('app_user')
      .innerJoin('site', 'site.id', 'app_user.site_id')
      .where('app_user.id', '=', userId)
      .where('deleted_at', 'is', null)
      .where((eb) => eb.or([eb('app_user.id', '=', callerId), inScope(eb.ref('site.path'), scope)]))
      .select(['app_user.id', 'full_name as fullName'])
      .executeTakeFirst(),
})

/** Selects the users of the scope, or one user. */
export interface Seen {
  scope: Scope
  userId?: string | undefined
  /** Whether the user is the caller, who gets the names of subscriptions in emails too. */
  isOwn?: boolean
}

export interface NoticeOfAlert {
  id: string
  kind: NotificationKind
  userId: string
  fullName: string
  channel: Channel
  status: NotificationStatus
  reason: string | null
  createdAt: Date
  messageStatus: MessageStatus | null
  error: string | null
  finishedAt: Date | null
  subscriptions: { Id: string; Name: string }[]
}

const ofAlert = (alertId: string) => sql`
  from notification
  join app_user on app_user.id = notification.user_id
  join site on site.id = app_user.site_id
  left join message on message.id = notification.message_id
  where notification.alert_id = ${alertId}`

const isSeen = ({ scope, userId }: Seen) =>
  userId === undefined ? inScope(sql.ref('site.path'), scope) : sql<SqlBool>`notification.user_id = ${userId}`
