import type pg from 'pg'
import { defaultIntervalSeconds } from './device-entry.ts'

/** Devices that may have to be taken for offline, or for which nobody was told yet; the writer judges each. */
export async function listSilentDevices(pool: pg.Pool, now: Date): Promise<number[]> {
  const { rows } = await pool.query<{ device_no: number }>(
    `select s.device_no from device_state s join device d on d.no = s.device_no
     where s.last_seen_at < $1::timestamptz - greatest(interval '5 minutes', 3 * interval '1 second' *
         coalesce((d.settings ->> 'ReportInterval')::int, s.reported_interval, $2))
       and (s.online or not s.engine ? 'Offline')
     order by s.last_seen_at limit 5000`,
    [now, defaultIntervalSeconds],
  )
  return rows.map((row) => row.device_no)
}
