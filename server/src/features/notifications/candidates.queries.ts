import { type Kysely, sql } from 'kysely'
import { idsOnPathSql } from '../../access/scope.queries.ts'
import type { Database } from '../../database.ts'
import { isHeldByMaintenance } from '../maintenance/index.ts'
import { hasPushBrowserSql } from '../push/index.ts'
import type { Receiver } from './match-receiver.ts'
import type { CandidateRow, OccurrenceRow, ReceiverOf, ToldRow } from './plan-notifications.ts'

const siteIds = sql.raw(idsOnPathSql('event.site_path'))

const eventPlace = { sitePath: 'event.site_path', deviceId: 'event.device_id', alertType: 'event.alert_type' }

/** The subscriptions of which the device of an event in `what` is a target, as pairs of a number and an id. */
export const targets = sql`
  select what.seq, subscription.id
    from what join subscription on subscription.site_id = any(what.site_ids) and subscription.all_devices
  union
  select what.seq, link.subscription_id
    from what join subscription_device link on link.device_id = what.device_id
  union
  select what.seq, link.subscription_id
    from what
    join device_group_device member on member.device_id = what.device_id
    join device_group on device_group.id = member.device_group_id and device_group.is_active
    join subscription_device_group link on link.device_group_id = device_group.id
  union
  select what.seq, link.subscription_id
    from what join subscription_site link on link.site_id = any(what.site_ids)`

/** Statements for whole batches of events, each one by the numbers of the events. */
export const candidateQueries = (db: Kysely<Database>) => ({
  /** In the order of their numbers. The zone is that of the alert, or of the site. `now`: for maintenance. */
  async listOccurrences(seqs: readonly number[], now: Date): Promise<OccurrenceRow[]> {
    const { rows } = await sql<OccurrenceRow>`
      select event.seq::float8 as seq, event.kind, event.at, event.stored_at as "storedAt",
        event.site_path as "sitePath", event.device_id as "deviceId", event.alert_id as "alertId",
        event.alert_type as "alertType", coalesce(alert.time_zone, site.time_zone, 'UTC') as "timeZone",
        ${isHeldByMaintenance(eventPlace, now)} as "isHeld"
      from event
      left join alert on alert.id = event.alert_id
      left join site on site.id = (${siteIds})[cardinality(${siteIds})]
      where event.seq = any(${seqs}::bigint[]) order by event.seq`.execute(db)
    return rows
  },

  /** Active subscriptions of the event's site or a site above, with its device among their targets. */
  async listCandidates(seqs: readonly number[]): Promise<CandidateRow[]> {
    const { rows } = await sql<CandidateRow>`
      with what as (
        select seq, device_id, alert_type, ${siteIds} as site_ids from event where seq = any(${seqs}::bigint[])
      ), target as (${targets})
      select what.seq::float8 as seq, subscription.id as "subscriptionId", is_active as "isActive",
        paused_until as "pausedUntil", true as "isTarget", alert_types as "alertTypes", events,
        start_hour as "startHour", end_hour as "endHour", weekdays, remind_after_minutes as "remindAfterMinutes"
      from target
      join what on what.seq = target.seq
      join subscription on subscription.id = target.id and subscription.site_id = any(what.site_ids)
      where is_active and (alert_types is null or what.alert_type is null or what.alert_type = any(alert_types))
      order by what.seq, subscription.id`.execute(db)
    return rows
  },

  /** The users that these subscriptions name in a stage, by themselves or in an active list. */
  async listReceivers(subscriptionIds: readonly string[], stage: 1 | 2): Promise<ReceiverOf[]> {
    const { rows } = await sql<ReceiverOf>`
      select subscription_id as "subscriptionId", user_id as "userId" from subscription_user
        where stage = ${stage} and subscription_id = any(${subscriptionIds}::uuid[])
      union
      select link.subscription_id, member.user_id from subscription_user_list link
        join user_list on user_list.id = link.user_list_id and user_list.is_active
        join user_list_user member on member.user_list_id = user_list.id
        where link.stage = ${stage} and link.subscription_id = any(${subscriptionIds}::uuid[])
      order by 1, 2`.execute(db)
    return rows
  },

  async findPeople(userIds: readonly string[]): Promise<Map<string, Receiver>> {
    const people = await db
      .selectFrom('app_user')
      .innerJoin('site', 'site.id', 'app_user.site_id')
      .innerJoin('role', 'role.id', 'app_user.role_id')
      .where('app_user.id', '=', sql<string>`any(${userIds}::uuid[])`)
      .select([
        'app_user.id as userId',
        'email',
        'app_user.is_active as isActive',
        sql<boolean>`app_user.deleted_at is not null`.as('isDeleted'),
        sql<boolean>`app_user.confirmed_at is not null`.as('isConfirmed'),
        'site.path as sitePath',
        'role.priority as rolePriority',
        'notifications_enabled as notificationsEnabled',
        'email_enabled as emailEnabled',
        'phone_number as phoneNumber',
        'text_enabled as textEnabled',
        sql<boolean>`${sql.raw(hasPushBrowserSql('app_user'))}`.as('hasBrowser'),
      ])
      .execute()
    return new Map(people.map((person) => [person.userId, person]))
  },

  /** Who was or will be told about the start of these alerts, or reminded of it, and what else each wants to know of them. */
  async listTold(alertIds: readonly string[]): Promise<ToldRow[]> {
    const { rows } = await sql<ToldRow>`
      select alert_id as "alertId", user_id as "userId", subscription_ids as "subscriptionIds",
        follow_ups as "followUps"
      from notification
      where alert_id = any(${alertIds}::uuid[]) and kind in ('AlertStarted', 'AlertReminder')
        and status in ('waiting', 'held', 'told')
      order by event_seq, kind desc, user_id`.execute(db)
    return rows
  },
})
