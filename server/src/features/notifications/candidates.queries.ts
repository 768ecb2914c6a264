import { type Kysely, type RawBuilder, sql } from 'kysely'
import { raisesAlertsSql } from '../../access/raising-alerts.queries.ts'
import { idsOnPathSql } from '../../access/scope.queries.ts'
import type { Database } from '../../database.ts'
import { executePrepared } from '../../platform/db/execute.queries.ts'
import { isHeldByMaintenance } from '../maintenance/index.ts'
import { hasPushBrowserSql } from '../push/index.ts'
import { namedReceivers, type Owner } from '../subscriptions/index.ts'
import {
  type CandidateRow,
  type FollowingRow,
  followUpKinds,
  type OccurrenceRow,
  type ReceiverOf,
  type ToldRow,
} from './plan-notifications.ts'
import type { Receiver } from './receiver-gates.ts'

const siteIds = sql.raw(idsOnPathSql('event.site_path'))

const eventPlace = { sitePath: 'event.site_path', deviceId: 'event.device_id', alertType: 'event.alert_type' }

/** The subscriptions whose targets include the device of an event in `what`, as pairs of a number and an id. */
export const targets = targetsOf('subscription')

/** The same for webhook events. */
function targetsOf(owner: Owner): RawBuilder<unknown> {
  const table = sql.table(owner)
  const id = sql.ref(`link.${owner}_id`)
  const links = (members: string) => sql.table(`${owner}_${members}`)
  return sql`
  select what.seq, ${table}.id
    from what join ${table} on ${table}.site_id = any(what.site_ids) and ${table}.all_devices
  union
  select what.seq, ${id}
    from what join ${links('device')} link on link.device_id = what.device_id
  union
  select what.seq, ${id}
    from what
    join device_group_device member on member.device_id = what.device_id
    join device_group on device_group.id = member.device_group_id and device_group.is_active
    join ${links('device_group')} link on link.device_group_id = device_group.id
  union
  select what.seq, ${id}
    from what join ${links('site')} link on link.site_id = any(what.site_ids)`
}

/**
 * Events by number. Events are kept for a week, but an alert can be reminded of later, after long maintenance or when its
 * confirmation is taken back. Its start then comes from its notifications.
 */
const eventsOf = (seqs: readonly number[]) => sql`(
  select seq, kind, at, stored_at, site_path, device_id, alert_id, alert_type from event
  where seq = any(${seqs}::bigint[])
  union all (
    select distinct on (event_seq) event_seq, kind, at, created_at, start.site_path, start.device_id, alert.id, type_key
    from notification start join alert on alert.id = start.alert_id
    where event_seq = any(${seqs}::bigint[]) and kind = 'AlertStarted'
      and not exists (select from event where seq = event_seq)
    order by event_seq, created_at
  )
) event`

const occurrencesOf = (seqs: readonly number[], now: Date) => sql`
  select event.seq::float8 as seq, event.kind, event.at, event.stored_at as "storedAt",
    event.site_path as "sitePath", event.device_id as "deviceId", event.alert_id as "alertId",
    event.alert_type as "alertType", coalesce(alert.time_zone, site.time_zone, 'UTC') as "timeZone",
    ${isHeldByMaintenance(eventPlace, now)} as "isHeld"
  from ${eventsOf(seqs)}
  left join alert on alert.id = event.alert_id
  left join site on site.id = (${siteIds})[cardinality(${siteIds})]`

/** The data of events that `targets` and `candidatesOf` need. */
const whatOf = (seqs: readonly number[]) => sql`
  select seq, kind, device_id, alert_type, ${siteIds} as site_ids from ${eventsOf(seqs)}`

/** Whether the device of an event in `what` raises no alerts, or its site or one above is inactive. */
const isQuiet = sql`(
  exists (select from device quiet where quiet.id = what.device_id and not ${sql.raw(raisesAlertsSql('quiet'))})
  or exists (select from site inactive where inactive.id = any(what.site_ids) and not inactive.is_active))`

/**
 * Whether `rule` has told that the device of an event in `what` was last offline, so that nobody thinks that it still is. Events
 * are kept for a week.
 */
function toldLossOf(owner: Owner): RawBuilder<unknown> {
  const last = sql`(select max(seq) from event change where change.device_id = what.device_id
    and change.kind in ('DeviceOnline', 'DeviceOffline') and change.seq < what.seq)`
  return owner === 'subscription'
    ? sql`exists (select from notification loss where loss.event_seq = ${last}
        and loss.kind = 'DeviceOffline' and rule.id = any(loss.subscription_ids))`
    : sql`exists (select from webhook_delivery loss where loss.event_seq = ${last}
        and loss.kind = 'DeviceOffline' and loss.webhook_event_id = rule.id)`
}

/** Whether `rule` takes the loss or return of a connection: not if the device raises no alerts, unless the loss was told. */
const takesConnection = (owner: Owner) => sql`case
  when what.kind not in ('DeviceOnline', 'DeviceOffline') or not ${isQuiet} then true
  when what.kind = 'DeviceOnline' then ${toldLossOf(owner)}
  else false end`

/** Active subscriptions, or webhook events, of the site of an event in `what` or a site above, with its device in `target`. */
const candidatesOf = (owner: Owner) => sql`
  select what.seq::float8 as seq, rule.id as "subscriptionId", is_active as "isActive",
    paused_until as "pausedUntil", true as "isTarget", alert_types as "alertTypes", events,
    start_hour as "startHour", end_hour as "endHour", weekdays,
    ${owner === 'subscription' ? sql`remind_after_minutes` : sql`null::integer`} as "remindAfterMinutes"
  from target
  join what on what.seq = target.seq
  join ${sql.table(owner)} rule on rule.id = target.id and rule.site_id = any(what.site_ids)
  where is_active and (alert_types is null or what.alert_type is null or what.alert_type = any(alert_types))
    and ${takesConnection(owner)}`

const receiversOf = (subscriptionIds: RawBuilder<unknown>, stage: 1 | 2) => sql`
  select distinct subscription_id as "subscriptionId", user_id as "userId"
  from (${namedReceivers(() => sql`link.stage = ${stage} and link.subscription_id = any(${subscriptionIds})`)}) named`

const peopleOf = (userIds: RawBuilder<unknown>) => sql<Receiver>`
  select app_user.id as "userId", email, app_user.is_active as "isActive",
    app_user.deleted_at is not null as "isDeleted", app_user.confirmed_at is not null as "isConfirmed",
    site.path as "sitePath", role.priority as "rolePriority", notifications_enabled as "notificationsEnabled",
    email_enabled as "emailEnabled", phone_number as "phoneNumber", text_enabled as "textEnabled",
    ${sql.raw(hasPushBrowserSql('app_user'))} as "hasBrowser"
  from app_user join site on site.id = app_user.site_id join role on role.id = app_user.role_id
  where app_user.id = any(${userIds})`

/** Whether the person was or will be notified of the start of an alert on a channel, perhaps as part of its outage. */
const isOnChannel = sql<boolean>`(start.status in ('waiting', 'held', 'told')
  or coalesce(start.reason = 'PartOfOutage', false))`

/** The data with which events are matched: occurrences, candidate subscriptions, receivers and their settings. */
export interface Matchable {
  occurrences: OccurrenceRow[]
  /** Subscriptions to those events that do not follow the start of an alert. */
  candidates: CandidateRow[]
  /** Users of the first stage of the candidates, by subscription. */
  receivers: ReadonlyMap<string, readonly string[]>
  /** Settings of the receivers, by user. */
  people: ReadonlyMap<string, Receiver>
}

type MatchableJson = AsJson<Pick<Matchable, 'occurrences' | 'candidates'>> & {
  receivers: Record<string, string[]>
  people: Receiver[]
}

type AsJson<T> = T extends Date ? string : { [Key in keyof T]: AsJson<T[Key]> }

/** Statements for whole batches of events, each by the numbers of the events. */
export const candidateQueries = (db: Kysely<Database>) => ({
  /** Lists events in the order of their numbers. The zone is that of the alert, or of the site. `now`: for maintenance. */
  async listOccurrences(seqs: readonly number[], now: Date): Promise<OccurrenceRow[]> {
    const { rows } = await sql<OccurrenceRow>`${occurrencesOf(seqs, now)} order by event.seq`.execute(db)
    return rows
  },

  /** Lists subscriptions, or webhook events, whose id is then in `subscriptionId`. */
  async listCandidates(seqs: readonly number[], owner: Owner = 'subscription'): Promise<CandidateRow[]> {
    const { rows } = await sql<CandidateRow>`
      with what as (${whatOf(seqs)}), target as (${targetsOf(owner)})
      ${candidatesOf(owner)} order by what.seq, rule.id`.execute(db)
    return rows
  },

  /** Lists the users in a stage of these subscriptions, named directly or in an active list. */
  async listReceivers(subscriptionIds: readonly string[], stage: 1 | 2): Promise<ReceiverOf[]> {
    const { rows } = await sql<ReceiverOf>`
      ${receiversOf(sql`${subscriptionIds}::uuid[]`, stage)} order by 1, 2`.execute(db)
    return rows
  },

  async findPeople(userIds: readonly string[]): Promise<Map<string, Receiver>> {
    const { rows } = await peopleOf(sql`${userIds}::uuid[]`).execute(db)
    return new Map(rows.map((person) => [person.userId, person]))
  },

  /**
   * Returns the results of all statements above, in the same order, from one prepared statement. For a single event, planning
   * and sending four statements takes longer than running them.
   */
  async findMatchable(seqs: readonly number[], now: Date): Promise<Matchable> {
    const [found] = await executePrepared(
      db,
      'find-matchable',
      sql<MatchableJson>`
        with occurrence as materialized (${occurrencesOf(seqs, now)}),
          what as materialized (
            select * from (${whatOf(seqs)}) event where kind <> all(${[...followUpKinds]}::text[])
          ),
          target as (${targets}),
          candidate as materialized (${candidatesOf('subscription')}),
          receiver as materialized (
            ${receiversOf(sql`array(select "subscriptionId" from candidate)`, 1)}
          )
        select
          (select coalesce(json_agg(occurrence order by seq), '[]') from occurrence) as occurrences,
          (select coalesce(json_agg(candidate order by seq, "subscriptionId"), '[]') from candidate) as candidates,
          (select coalesce(json_object_agg("subscriptionId", "userIds"), '{}') from (
            select "subscriptionId", array_agg("userId") as "userIds" from receiver group by 1
          ) one) as receivers,
          (select coalesce(json_agg(person), '[]') from (
            ${peopleOf(sql`array(select "userId" from receiver)`)}
          ) person) as people`,
    )
    if (!found) throw new Error('a select without a table has one row')
    return {
      receivers: new Map(Object.entries(found.receivers)),
      people: new Map(found.people.map((person) => [person.userId, person])),
      occurrences: found.occurrences.map((one) => ({
        ...one,
        at: new Date(one.at),
        storedAt: new Date(one.storedAt),
      })),
      candidates: found.candidates.map((one) => ({
        ...one,
        pausedUntil: one.pausedUntil === null ? null : new Date(one.pausedUntil),
      })),
    }
  },

  /**
   * Lists who was or will be notified of the start of an alert, or reminded, including those whose notification was too old to be
   * sent, as after an outage.
   */
  async listTold(alertId: string): Promise<ToldRow[]> {
    const { rows } = await sql<ToldRow>`
      select user_id as "userId", subscription_ids as "subscriptionIds" from notification
      where alert_id = ${alertId} and kind in ('AlertStarted', 'AlertReminder')
        and status in ('waiting', 'held', 'told', 'expired')
      order by event_seq, kind desc, user_id`.execute(db)
    return rows
  },

  /**
   * Lists who was or will be notified of the start of these alerts or of their outage, or reminded, on a channel or only in the
   * portal, and of which other events each wants to be notified.
   */
  async listFollowing(alertIds: readonly string[]): Promise<FollowingRow[]> {
    const { rows } = await sql<FollowingRow>`
      select alert_id as "alertId", user_id as "userId", subscription_ids as "subscriptionIds",
        follow_ups as "followUps", ${isOnChannel} as "isOnChannel"
      from notification start
      where alert_id = any(${alertIds}::uuid[]) and kind in ('AlertStarted', 'AlertReminder')
        and (${isOnChannel} or exists (select from portal_notice notice where notice.user_id = start.user_id
          and notice.event_seq = start.event_seq and notice.kind = start.kind))
      order by event_seq, kind desc, user_id`.execute(db)
    return rows
  },
})
