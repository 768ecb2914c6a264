import { type Kysely, sql } from 'kysely'
import { idsOnPathSql } from '../../access/scope.queries.ts'
import type { Database } from '../../database.ts'
import { isHeldByMaintenance } from '../maintenance/index.ts'
import type { CandidateRow } from '../notifications/index.ts'
import type { DeliveryStatus, WebhookTables } from './tables.ts'
import type { ToldEvent } from './webhook-values.ts'

const siteIds = sql.raw(idsOnPathSql('event.site_path'))
const namesOf = (ids: ReturnType<typeof sql.raw>) => sql`array(
  select above.name from site above where above.id = any(${ids}) and above.parent_id is not null order by length(above.path))`

const heldPlace = { sitePath: 'held.site_path', deviceId: 'held.device_id', alertType: 'held.alert_type' }

/** The request that a webhook event sends, and its host. */
export interface RuleTarget {
  eventId: string
  eventName: string
  /** null: deleted, or no longer at the site of the webhook event or above it. Its name and address are empty then. */
  requestId: string | null
  requestName: string
  url: string
  isStopped: boolean
  /** Without a request, that of the webhook event. */
  requestSitePath: string
}

/** A webhook event that is to send an event. */
export type Match = Pick<CandidateRow, 'seq' | 'subscriptionId'>

export interface DueDelivery {
  id: string
  attempts: number
  requestId: string | null
  nextAt: Date
}

export type NewDelivery = Pick<
  { [Key in keyof WebhookTables['webhook_delivery']]: unknown },
  keyof WebhookTables['webhook_delivery']
>

/** Statements of the follower that creates webhook deliveries. */
export const toldEventQueries = (tx: Kysely<Database>) => ({
  async listEvents(seqs: readonly number[]): Promise<ToldEvent[]> {
    const { rows } = await sql<ToldEvent>`
      select event.seq::float8 as seq, event.kind, event.at, event.site_path as "sitePath",
        event.device_id as "deviceId",
        coalesce(alert.device_name, device.name, former.name, 'A device') as "deviceName",
        coalesce(device.mac, former.mac)::text as mac,
        (${siteIds})[cardinality(${siteIds})] as "siteId",
        coalesce(alert.site_name, site.name, 'a former site') as "siteName", ${namesOf(siteIds)} as "siteNames",
        coalesce(alert.time_zone, site.time_zone, 'UTC') as "timeZone",
        case when alert.id is not null then jsonb_build_object('id', alert.id, 'type', alert.type_key,
          'severity', alert.severity, 'unit', alert.unit, 'value', alert.value, 'peak', alert.peak,
          'threshold', alert.threshold, 'startedAt', alert.started_at, 'endedAt', alert.ended_at,
          'confirmedBy', alert.confirmed_by_name, 'comment', alert.comment) end as alert
      from event
      left join alert on alert.id = event.alert_id
      left join device on device.id = event.device_id
      left join former_device former on former.id = event.device_id
      left join site on site.id = (${siteIds})[cardinality(${siteIds})]
      where event.seq = any(${seqs}::bigint[]) order by event.seq`.execute(tx)
    return rows.map((row) => ({
      ...row,
      alert: row.alert && {
        ...row.alert,
        // JSON has instants as texts.
        startedAt: new Date(row.alert.startedAt),
        endedAt: row.alert.endedAt && new Date(row.alert.endedAt),
      },
    }))
  },

  async listTargets(eventIds: readonly string[]): Promise<RuleTarget[]> {
    const { rows } = await sql<RuleTarget>`
      select rule.id as "eventId", rule.name as "eventName", request.id as "requestId",
        coalesce(request.name, '') as "requestName", coalesce(request.url, '') as url,
        request.stopped_at is not null as "isStopped", coalesce(owner.path, place.path) as "requestSitePath"
      from webhook_event rule
      join site place on place.id = rule.site_id
      left join (webhook_request request join site owner on owner.id = request.site_id)
        on request.id = rule.webhook_request_id and starts_with(place.path, owner.path)
      where rule.id = any(${eventIds}::uuid[])`.execute(tx)
    return rows
  },

  /** Leaves out existing deliveries. Returns the ids of the others. */
  async insertDeliveries(rows: readonly Record<string, unknown>[]): Promise<string[]> {
    if (rows.length === 0) return []
    const { rows: inserted } = await sql<{ id: string }>`
      insert into webhook_delivery
      select * from jsonb_populate_recordset(null::webhook_delivery, ${JSON.stringify(rows)}::jsonb)
      on conflict (event_seq, webhook_event_id) do nothing returning id`.execute(tx)
    return inserted.map(({ id }) => id)
  },

  /**
   * Drops starts of these alerts that have not been sent, since they wait for maintenance to end or to see whether they last,
   * and what was to follow them.
   */
  async dropUnsentStarts(alertIds: readonly string[], now: Date): Promise<void> {
    const dropped = sql`status = 'dropped', next_at = null, finished_at = ${now}, message = 'The alert has ended'`
    await sql`
      with start as (
        update webhook_delivery set ${dropped}
        where alert_id = any(${alertIds}::uuid[]) and kind = 'AlertStarted'
          and (status = 'held' or (status = 'waiting' and attempts = 0 and next_at > ${now}))
        returning alert_id, webhook_event_id
      )
      update webhook_delivery following set ${dropped} from start
      where following.alert_id = start.alert_id and following.webhook_event_id = start.webhook_event_id
        and following.kind <> 'AlertStarted' and following.status = 'held'`.execute(tx)
  },

  /**
   * Lists which webhook events have sent or will send the start of the alert of each of these events, and include its kind, as
   * they are now. Their targets do not matter, since the device may have left them or been deleted.
   */
  async listFollowing(seqs: readonly number[]): Promise<Match[]> {
    if (seqs.length === 0) return []
    const { rows } = await sql<Match>`
      select event.seq::float8 as seq, rule.id as "subscriptionId"
      from event
      join webhook_delivery start on start.alert_id = event.alert_id and start.kind = 'AlertStarted'
        and start.status <> 'dropped'
      join webhook_event rule on rule.id = start.webhook_event_id
      where event.seq = any(${seqs}::bigint[]) and rule.is_active and event.kind = any(rule.events)
        and (rule.paused_until is null or rule.paused_until <= event.stored_at)
      order by event.seq, rule.id`.execute(tx)
    return rows
  },

  /**
   * Releases deliveries that maintenance no longer holds. Drops connections that were lost and restored meanwhile, since a
   * receiver could get both in the wrong order, and whatever was not the last change.
   */
  async release(now: Date): Promise<DueDelivery[]> {
    const { rows } = await sql<DueDelivery>`
      with freed as (
        select held.* from webhook_delivery held
        where held.status = 'held' and not ${isHeldByMaintenance(heldPlace, now)}
        -- The follower and the job can release at the same time.
        for update skip locked
      ), change as (
        select id, event_seq, kind, device_id, min(kind) over device <> max(kind) over device as is_mixed,
          event_seq = max(event_seq) over device and kind = first_value(kind) over (device order by event_seq) as is_new
        from freed where kind in ('DeviceOffline', 'DeviceOnline')
        window device as (partition by webhook_event_id, device_id)
      ), outdated as (
        update webhook_delivery set status = 'dropped', next_at = null, finished_at = ${now},
          message = 'The connection has changed again'
        where id in (select id from change where (is_mixed and not is_new) or exists (
          select from event later where later.device_id = change.device_id and later.seq > change.event_seq
            and later.kind in ('DeviceOnline', 'DeviceOffline') and later.kind <> change.kind))
        returning id
      )
      update webhook_delivery released set status = 'waiting', next_at = ${now}
      where released.id in (select id from freed except select id from outdated)
      returning id, attempts, webhook_request_id as "requestId", next_at as "nextAt"`.execute(tx)
    return rows
  },

  /** Finds a site with the values of its variables. */
  async findSite(id: string) {
    const { rows } = await sql<{ id: string; name: string; path: string; names: string[]; timeZone: string }>`
      select id, name, path, time_zone as "timeZone", ${namesOf(sql.raw(idsOnPathSql('site.path')))} as names
      from site where id = ${id}`.execute(tx)
    return rows[0]
  },
})

export type { DeliveryStatus }
