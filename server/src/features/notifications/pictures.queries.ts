import type pg from 'pg'
import { openBuckets, type SeriesDevice } from '../readings/index.ts'

/** Finds the device of an alert, whose readings are kept when it moves or is deleted. */
export async function findAlertDevice(pool: pg.Pool, alertId: string): Promise<SeriesDevice | undefined> {
  const { rows } = await pool.query<SeriesDevice>(
    `select a.device_id as id, a.device_no as no, '{}'::text[] as kinds, a.time_zone, s.latest_at, ${openBuckets('s')},
       coalesce((d.settings ->> 'ReportInterval')::int, s.reported_interval) as report_seconds
     from alert a
     left join device d on d.no = a.device_no
     left join device_state s on s.device_no = a.device_no
     where a.id = $1`,
    [alertId],
  )
  return rows[0]
}
