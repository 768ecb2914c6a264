import type { ReadingsMessage } from '@eot/contract/live'
import type pg from 'pg'
import { columnNames, namedValues } from './sensor-columns.ts'

type Samples = ReadingsMessage['Samples']

const mostPerDevice = 1000

/** Lists the newest readings of devices after an instant; without one, those of the device's last five seconds of reports. */
export async function listNewReadings(
  pool: pg.Pool,
  since: readonly [deviceId: string, ms: number | null][],
): Promise<Map<string, Samples>> {
  // A rank instead of a limit, which Citus does not push down.
  const { rows } = await pool.query<{ id: string; at: Date; values: (number | null)[] }>(
    `with watched as materialized (
       select d.id, d.no, coalesce(w.since, s.latest_at - interval '5 seconds') as since
       from unnest($1::uuid[], $2::timestamptz[]) as w (id, since)
       join device d on d.id = w.id
       join device_state s on s.device_no = d.no
     )
     select watched.id, r.at, r.values
     from watched
     cross join lateral (
       select at, array[${columnNames.join(', ')}]::real[] as values,
         row_number() over (partition by device_no order by at desc) as place
       from reading where device_no = watched.no and at > watched.since
     ) r
     where r.place <= ${mostPerDevice}`,
    [since.map(([id]) => id), since.map(([, ms]) => ms && new Date(ms))],
  )
  const byDevice = new Map<string, Samples>()
  for (const { id, at, values } of rows) {
    const samples = byDevice.get(id) ?? []
    samples.push([at.getTime(), namedValues(values)])
    byDevice.set(id, samples)
  }
  return byDevice
}
