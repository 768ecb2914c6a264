import type { Execute } from '../../platform/db/execute.queries.ts'
import { type EventRow, kindsForSitesBelow, type NewEvent } from './event.ts'

/** Notified on every commit that stored events. */
export const eventChannel = 'event'

/**
 * Stores events in the caller's transaction. The counter row stays locked until the commit, so numbers become visible
 * in order and without gaps: a reader that has seen 11 has seen everything up to 11. Append last in a transaction,
 * since others wait for the lock. An alert event gets the site where the alert was raised, wherever its device is now.
 */
export async function appendEvents(execute: Execute, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
  const [counter] = await execute<{ seq: number }>('update event_sequence set seq = seq + $1 returning seq', [
    events.length,
  ])
  const before = Number(counter?.seq) - events.length
  await execute(
    `insert into event (seq, kind, at, site_path, device_id, alert_id, alert_type)
     select $1::bigint + x.nth, x.kind, x.at, coalesce(alert.site_path, x.site_path), x.device_id, x.alert_id, alert.type_key
     from unnest($2::text[], $3::timestamptz[], $4::text[], $5::uuid[], $6::uuid[]) with ordinality
       as x (kind, at, site_path, device_id, alert_id, nth)
     left join alert on alert.id = x.alert_id`,
    [
      before,
      events.map(({ kind }) => kind),
      events.map(({ at }) => at.toISOString()),
      events.map(({ sitePath }) => sitePath),
      events.map(({ deviceId }) => deviceId),
      events.map(({ alertId }) => alertId),
    ],
  )
  await execute('select pg_notify($1, $2)', [eventChannel, ''])
}

/** Lists those of these alerts whose end has an event after a number. */
export async function listEndedAfter(
  execute: Execute,
  after: number,
  alertIds: readonly string[],
): Promise<string[]> {
  const rows = await execute<{ alertId: string }>(
    `select alert_id as "alertId" from event
     where seq > $1 and kind = 'AlertEnded' and alert_id = any($2::uuid[])`,
    [after, alertIds],
  )
  return rows.map(({ alertId }) => alertId)
}

/** Returns the number of the newest event; 0 if there has never been one. */
export async function readSequence(execute: Execute): Promise<number> {
  const [row] = await execute<{ seq: number }>('select seq from event_sequence', [])
  return Number(row?.seq ?? 0)
}

/**
 * Lists events after a number, oldest first. With a path, limited to those of its subtree, and to those of sites above that
 * concern the sites below.
 */
export async function listEvents(
  execute: Execute,
  after: number,
  limit: number,
  sitePath = '',
): Promise<EventRow[]> {
  const rows = await execute<EventRow>(
    `select seq, kind, at, site_path as "sitePath", device_id as "deviceId", alert_id as "alertId",
       alert_type as "alertType"
     from event
     where seq > $1 and (starts_with(site_path, $2) or (kind = any($4) and starts_with($2, site_path)))
     order by seq limit $3`,
    [after, sitePath, limit, kindsForSitesBelow],
  )
  return rows.map((row) => ({ ...row, seq: Number(row.seq) }))
}

/** Returns the oldest number still kept, or undefined if there are no events. */
export async function findOldestSeq(execute: Execute): Promise<number | undefined> {
  const [row] = await execute<{ seq: number | null }>('select min(seq) as seq from event', [])
  return row?.seq == null ? undefined : Number(row.seq)
}
