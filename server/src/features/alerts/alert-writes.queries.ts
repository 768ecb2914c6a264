import type { EndReason } from '@eot/contract/alerts'
import { alertTypes } from '@eot/contract/vocabulary'
import type pg from 'pg'
import type { Execute } from '../../platform/db/execute.queries.ts'

const allTypes = alertTypes.map(({ Key }) => Key)

/** Raised alerts as rows. Names match the table's columns; instants are ISO 8601 text. */
export type NewAlert = Record<string, unknown>

const columns = `id, type_key, severity, device_no, device_id, device_name, site_id, site_name, site_path, site_path_names,
  time_zone, sensor, unit, started_at, ended_at, end_reason, ended_by, value, peak, peak_at, threshold, clear_level, unstable`

export async function insertAlerts(client: pg.ClientBase, alerts: readonly NewAlert[]): Promise<void> {
  if (alerts.length === 0) return
  // Ordered, so that transactions that number the same new paths cannot deadlock.
  await client.query(
    `insert into alert (${columns}) select ${columns} from jsonb_populate_recordset(null::alert, $1::jsonb)
     order by site_path`,
    [JSON.stringify(alerts)],
  )
}

export interface AlertChangeRow {
  id: string
  peak: number | null
  peak_at: string | null
  ended_at: string | null
  end_reason: string | null
  ended_by: string | null
}

/** Updates peaks and ends alerts. An alert that has already ended is left unchanged. */
export async function changeAlerts(client: pg.ClientBase, changes: readonly AlertChangeRow[]): Promise<void> {
  if (changes.length === 0) return
  await client.query(
    `update alert a set peak = coalesce(x.peak, a.peak), peak_at = coalesce(x.peak_at, a.peak_at),
       ended_at = case when x.ended_at is not null then greatest(x.ended_at, a.started_at + interval '1 second') end, end_reason = x.end_reason, ended_by = x.ended_by
     from jsonb_to_recordset($1::jsonb)
       as x (id uuid, peak real, peak_at timestamptz, ended_at timestamptz, end_reason text, ended_by uuid)
     where a.id = x.id and a.ended_at is null`,
    [JSON.stringify(changes)],
  )
}

/** Open alerts to end at once: those of these types, or all, of these devices. */
export interface EndedAlerts {
  deviceNos: readonly number[]
  typeKeys: readonly string[] | null
  at: Date
  reason: EndReason
  userId: string | null
}

/** Ends alerts and removes their timers, outside of the device writer. Returns the alerts that were open. */
export async function endOpenAlerts(
  execute: Execute,
  { deviceNos, typeKeys, at, reason, userId }: EndedAlerts,
): Promise<{ id: string; deviceId: string; sitePath: string; endedAt: Date }[]> {
  await execute('delete from alert_timer where device_no = any($1::int[]) and type_key = any($2)', [
    deviceNos,
    // Timers of events that devices report (`event-ends.ts`) stay, since these events must end in any case.
    typeKeys ?? allTypes,
  ])
  return execute(
    `update alert set ended_at = greatest($3::timestamptz, started_at + interval '1 second'), end_reason = $4, ended_by = $5
     where device_no = any($1::int[]) and ended_at is null and ($2::text[] is null or type_key = any($2))
     returning id, device_id as "deviceId", site_path as "sitePath", ended_at as "endedAt"`,
    [deviceNos, typeKeys, at, reason, userId],
  )
}

/** Lists open alerts of devices that were raised at the site where the device is now. */
export async function listAlertsAtOwnSite(
  execute: Execute,
  deviceNos: readonly number[],
): Promise<{ deviceNo: number; typeKey: string }[]> {
  return execute(
    `select alert.device_no as "deviceNo", alert.type_key as "typeKey"
     from alert join device on device.no = alert.device_no join site on site.id = device.site_id
       join device_state on device_state.device_no = device.no
     where alert.device_no = any($1::int[]) and alert.ended_at is null and alert.site_path = site.path
       and device_state.engine -> alert.type_key ->> 'alertId' = alert.id::text`,
    [deviceNos],
  )
}

export interface TimerRow {
  device_no: number
  type_key: string
  due_at: string | null
}

/** Stores and removes timers. The last entry for a timer wins. */
export async function keepTimers(client: pg.ClientBase, timers: readonly TimerRow[]): Promise<void> {
  if (timers.length === 0) return
  const last = [...new Map(timers.map((timer) => [`${timer.device_no}/${timer.type_key}`, timer])).values()]
  await client.query(
    `with x as (
       select * from jsonb_to_recordset($1::jsonb) as x (device_no int, type_key text, due_at timestamptz)
     ), gone as (
       delete from alert_timer t using x where t.device_no = x.device_no and t.type_key = x.type_key and x.due_at is null
     )
     insert into alert_timer (device_no, type_key, due_at) select device_no, type_key, due_at from x where due_at is not null
     on conflict (device_no, type_key) do update set due_at = excluded.due_at`,
    [JSON.stringify(last)],
  )
}
