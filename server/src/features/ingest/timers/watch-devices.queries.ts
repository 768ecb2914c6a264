import { ingestLimits } from '@eot/contract/ingest'
import type pg from 'pg'
import { raisesAlertsSql } from '../../../access/raising-alerts.queries.ts'
import { idsOnPathSql } from '../../../access/scope.queries.ts'
import type { Execute } from '../../../platform/db/execute.queries.ts'
import { momentTypes } from '../../alerts/index.ts'
import { offlineAfterSql } from '../../readings/index.ts'
import { staleTimer } from '../devices/device-runtime.ts'
import { eventTimerPrefix } from '../writer/event-ends.ts'

/** A device `d` with state `s` last seen before this counts as silent at the instant $1. */
const silentBefore = `$1::timestamptz - ${offlineAfterSql}`
/** A device last seen after this was seen by a clock that was ahead. Its silence counts from the correction of the clock. */
const aheadAfter = `$1::timestamptz + ${ingestLimits.skewMs} * interval '1 ms'`

/**
 * Lists devices that must be marked offline or still need an offline alert, longest silent first; the writer decides for each.
 * A device that raises no alerts is listed only while it still counts as online.
 */
export async function listSilentDevices(pool: pg.Pool, now: Date, most: number): Promise<number[]> {
  const { rows } = await pool.query<{ device_no: number }>(
    `select s.device_no from device_state s join device d on d.no = s.device_no
     left join site on site.id = d.site_id
     where (s.last_seen_at < ${silentBefore} or s.last_seen_at > ${aheadAfter})
       and (s.online or not s.engine ? 'Offline' and site.id is not null and ${raisesAlertsSql('d')}
         and not exists (select from site above where above.id = any(${idsOnPathSql('site.path')}) and not above.is_active))
     order by s.last_seen_at limit $2`,
    [now, most],
  )
  return rows.map((row) => row.device_no)
}

/** Timers due at $1 that can take effect. */
const dueTimers = `from alert_timer t join device d on d.no = t.device_no
     join device_state s on s.device_no = t.device_no
     where t.due_at <= $1 and (t.type_key = $2 or starts_with(t.type_key, $4) or s.last_seen_at >= ${silentBefore}
       or t.type_key = any($3) and s.engine -> t.type_key ->> 'phase' = 'open')`

/** Returns for how many seconds the oldest timer that can take effect has been due; null if there is none. */
export async function findTimerDelay(execute: Execute): Promise<number | null> {
  const [row] = await execute<{ seconds: number | null }>(
    `select extract(epoch from $1::timestamptz - min(t.due_at))::float8 as seconds ${dueTimers}`,
    [new Date(), staleTimer, momentTypes, eventTimerPrefix],
  )
  return row?.seconds ?? null
}

/**
 * Lists due timers that can take effect, oldest first. A hold of a device that has long been silent waits for its next reading:
 * after an outage of the program, readings from that time may still arrive. The ends of moments, of events and of stale alerts
 * do not wait.
 */
export async function listDueTimers(
  pool: pg.Pool,
  now: Date,
  most: number,
): Promise<{ device_no: number; type_key: string }[]> {
  const { rows } = await pool.query<{ device_no: number; type_key: string }>(
    `select t.device_no, t.type_key ${dueTimers}
     order by t.due_at limit $5`,
    [now, staleTimer, momentTypes, eventTimerPrefix, most],
  )
  return rows
}

/** Lists expired devices with open alerts, at most `most`. */
export async function listExpired(pool: pg.Pool, most: number): Promise<number[]> {
  const { rows } = await pool.query<{ no: number }>(
    `select device.no from device
     where device.expires_at <= now() and exists (
       select from alert where alert.device_no = device.no and alert.ended_at is null)
     order by device.no limit $1`,
    [most],
  )
  return rows.map(({ no }) => no)
}

/** Makes every process reload devices after one has expired, since expiring is not a catalog change. */
export async function announceExpired(pool: pg.Pool): Promise<void> {
  await pool.query(
    `select pg_notify('catalogue', '')
     where exists (select from device where expires_at > now() - interval '1 minute' and expires_at < now())`,
  )
}
