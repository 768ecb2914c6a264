import type { NoticesShown, PortalNotice } from '@eot/contract/notifications'
import { type Kysely, sql } from 'kysely'
import { idsOnPathSql } from '../../access/scope.queries.ts'
import type { Database } from '../../database.ts'
import type { Slice } from '../../platform/answer-page.ts'
import { offlineAlertOf } from '../outages/index.ts'

type Kind = PortalNotice['Events'][number]['Kind']

export interface NewPortalNotice {
  id: string
  userId: string
  eventSeq: number
  kind: Kind
  at: Date
  alertId: string | null
  deviceId: string
  sitePath: string
  createdAt: Date
}

/** What a person was told about one alert, device or outage. */
export interface PortalNoticeRow {
  topic: string
  seq: number
  isRead: boolean
  count: number
  /** Newest first. The time is ISO 8601 text. */
  events: { kind: Kind; at: string }[]
  deviceId: string
  deviceName: string
  siteId: string
  siteName: string
  alertId: string | null
  outage: {
    siteId: string
    siteName: string
    startedAt: string
    endedAt: string | null
    devices: number
    silent: number
  } | null
}

/** The person whose notices are read. Only those of the person's site and below are shown, since people and sites move. */
export interface NoticesOf {
  userId: string
  /** The path of the person's site. */
  sitePath: string
}

/** Limits the notices. */
export interface NoticeFilter {
  show: NoticesShown
  /** Keys of alert types. Absent: all. */
  types?: readonly string[] | undefined
}

/** The channel on which PostgreSQL announces whose notices have changed: the ids of users, separated by commas. */
export const noticeChannel = 'portal_notice'
/** Fits into the 8,000 bytes of a payload. */
const usersInPayload = 200

const lastSite = sql.raw(
  `(${idsOnPathSql('last.site_path')})[cardinality(${idsOnPathSql('last.site_path')})]`,
)

const rowsOf = ({ userId, sitePath }: NoticesOf) => sql`
  select n.*, known.alert_id as about_alert, link.outage_id,
    coalesce(link.outage_id, known.alert_id, n.device_id) as topic
  from portal_notice n
  cross join lateral (select coalesce(n.alert_id, ${offlineAlertOf}) as alert_id) known
  left join outage_alert link on link.alert_id = known.alert_id
  where n.user_id = ${userId} and starts_with(n.site_path, ${sitePath})`

const toConfirm = sql`exists (select from alert
  where alert.id = mine.about_alert and alert.ended_at is null and not alert.confirmed)`

const isShown: Record<NoticesShown, ReturnType<typeof sql>> = {
  All: sql`true`,
  Unread: sql`not bool_and(read_at is not null)`,
  ToConfirm: sql`bool_or(outage_id is null and about_alert is not null and ${toConfirm})`,
}

/** Returns whether the notices of a topic are about alerts of these types. */
const isOfTypes = (types: readonly string[]) => sql`bool_or(case when about_alert is null then 'Offline'
  else (select alert.type_key from alert where alert.id = mine.about_alert) end = any(${types}::text[]))`

const matches = ({ show, types }: NoticeFilter) =>
  types ? sql`${isShown[show]} and ${isOfTypes(types)}` : isShown[show]

/** Notifies the open browsers of the users in the CTE `changed`. */
const announce = sql`
  select pg_notify(${noticeChannel}, string_agg(user_id::text, ','))
  from (select user_id, (row_number() over () - 1) / ${usersInPayload}::int as part
    from (select distinct user_id from changed) person) parts
  group by part`

export const portalNoticeQueries = (db: Kysely<Database>) => ({
  /** Leaves out those that exist. */
  async insertNotices(rows: readonly NewPortalNotice[]): Promise<void> {
    if (rows.length === 0) return
    await sql`
      with changed as (
        insert into portal_notice (id, user_id, event_seq, kind, at, alert_id, device_id, site_path, created_at)
        select x.id, x."userId", x."eventSeq", x.kind, x.at, x."alertId", x."deviceId", x."sitePath", x."createdAt"
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (id uuid, "userId" uuid, "eventSeq" bigint,
          kind text, at timestamptz, "alertId" uuid, "deviceId" uuid, "sitePath" text, "createdAt" timestamptz)
        -- In one order for all, since equal rows wait for each other.
        order by x."userId", x."eventSeq", x.kind on conflict do nothing
        returning user_id
      ) ${announce}`.execute(db)
  },

  /** Lists notices by topic, the most recent first. */
  async listTopics(
    of: NoticesOf,
    filter: NoticeFilter,
    { limit, offset }: Slice,
  ): Promise<PortalNoticeRow[]> {
    const { rows } = await sql<PortalNoticeRow>`
      with topic as (
        select topic, max(event_seq) as seq, count(*)::int as count, bool_and(read_at is not null) as is_read,
          max(created_at) as told_at, (array_agg(id order by created_at desc, event_seq desc))[1] as last_id,
          (array_agg(jsonb_build_object('kind', kind, 'at', at) order by created_at desc, event_seq desc))[1:3] as events
        from (${rowsOf(of)}) mine group by topic having ${matches(filter)}
        order by told_at desc, topic limit ${limit} offset ${offset}
      )
      select topic.topic, topic.seq::float8 as seq, topic.is_read as "isRead", topic.count,
        to_jsonb(topic.events) as events, last.device_id as "deviceId",
        -- A device that is elsewhere now may have another name there.
        coalesce(device.name, alert.device_name, former.name, 'A device') as "deviceName",
        ${lastSite} as "siteId", coalesce(site.name, 'A former site') as "siteName",
        case when outage.id is null then coalesce(last.alert_id, last.about_alert) end as "alertId",
        case when outage.id is not null then jsonb_build_object('siteId', coalesce(outage_site.id, own.id),
          'siteName', case when starts_with(outage.site_path, ${of.sitePath})
            then coalesce(outage_site.name, alert.site_name) else own.name end,
          'startedAt', outage.started_at, 'endedAt', outage.ended_at,
          'devices', grouped.devices, 'silent', grouped.silent) end as outage
      from topic
      join lateral (
        select n.*, coalesce(n.alert_id, ${offlineAlertOf}) as about_alert from portal_notice n where n.id = topic.last_id
      ) last on true
      left join device on device.id = last.device_id and exists (select from site place
        where place.id = device.site_id and starts_with(place.path, ${of.sitePath}))
      left join alert on alert.id = last.about_alert
      left join former_device former on former.id = last.device_id
      left join site on site.id = ${lastSite}
      left join outage on outage.id = topic.topic
      -- It can have moved since, even to where the reader does not see it. Then its name is that of the last alert's site.
      left join site outage_site on outage_site.id = outage.site_id and starts_with(outage_site.path, ${of.sitePath})
      left join site own on own.path = ${of.sitePath}
      left join lateral (
        select count(*)::int as devices, (count(*) filter (where member.ended_at is null))::int as silent
        from outage_alert link join alert member on member.id = link.alert_id
        where link.outage_id = outage.id and starts_with(member.site_path, ${of.sitePath})
      ) grouped on outage.id is not null
      order by topic.told_at desc, topic.topic`.execute(db)
    return rows
  },

  async countTopics(of: NoticesOf, filter: NoticeFilter): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from (
        select from (${rowsOf(of)} ${filter.show === 'Unread' ? sql`and n.read_at is null` : sql``}) mine
        group by topic having ${matches(filter)}) topic`.execute(db)
    return rows[0]?.count ?? 0
  },

  /** Marks notices up to the event `upTo` as read, of one topic or of all. */
  async markRead(
    of: NoticesOf,
    { upTo, topic, at }: { upTo: number; topic?: string; at: Date },
  ): Promise<void> {
    await sql`
      with changed as (
        update portal_notice set read_at = ${at} where id in (
          select id from (${rowsOf(of)} and n.read_at is null and n.event_seq <= ${upTo}) mine
          where ${topic === undefined ? sql`true` : sql`topic = ${topic}`})
        returning user_id
      ) ${announce}`.execute(db)
  },

  /** Deletes in steps, so that no lock is held for long. */
  async deleteOld(before: Date, inStep = 10_000): Promise<void> {
    for (let deleted = inStep; deleted === inStep; ) {
      const { numAffectedRows } = await sql`delete from portal_notice where id in (
        select id from portal_notice where created_at < ${before} limit ${inStep})`.execute(db)
      deleted = Number(numAffectedRows ?? 0)
    }
  },
})
