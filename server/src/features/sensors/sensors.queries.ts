import type { SensorKey } from '@eot/contract/vocabulary'
import type pg from 'pg'
import type { Scope } from '../../access/scope.ts'
import type { Part } from './series.ts'

export interface SeriesDevice {
  id: string
  no: number
  kinds: string[]
  time_zone: string | null
  latest_at: Date | null
  report_seconds: number | null
}

export interface Range {
  from: number
  to: number
}

export type Level = 'minute' | 'hour' | 'day'

const tables: Record<Level, string> = { minute: 'reading_minute', hour: 'reading_hour', day: 'reading_day' }

/** Devices of the scope among the ids, in the order of their names. */
export async function listSeriesDevices(
  pool: pg.Pool,
  scope: Scope,
  ids: readonly string[],
): Promise<SeriesDevice[]> {
  const { rows } = await pool.query<SeriesDevice>(
    `select d.id, d.no, m.kinds, s.time_zone, st.latest_at,
       coalesce((d.settings ->> 'ReportInterval')::int, st.reported_interval) as report_seconds
     from device d join device_model m on m.id = d.model_id
     left join site s on s.id = d.site_id
     left join device_state st on st.device_no = d.no
     where d.id = any($1::uuid[]) and (starts_with(s.path, $2) or (d.site_id is null and $3))
     order by d.name, d.id`,
    [ids, scope.path, scope.includesInventory],
  )
  return rows
}

/** A sensor's column; keys come from the contract's fixed list, never from text that was sent. */
const column = (key: SensorKey) => key.toLowerCase()

export interface RawRow {
  at: number
  values: (number | null)[]
}

/** Readings of [from, to), oldest first, `limit` at most. */
export async function listReadings(
  pool: pg.Pool,
  deviceNo: number,
  { from, to }: Range,
  keys: readonly SensorKey[],
  limit: number,
): Promise<RawRow[]> {
  const { rows } = await pool.query<{ at: Date; values: (number | null)[] }>(
    `select at, array[${keys.map(column).join(', ')}]::real[] as values from reading
     where device_no = $1 and at >= $2 and at < $3 order by at limit $4`,
    [deviceNo, new Date(from), new Date(to), limit],
  )
  return rows.map(({ at, values }) => ({ at: at.getTime(), values }))
}

/** Stored buckets that start within [from, to), for each key in turn. */
export async function listStoredParts(
  pool: pg.Pool,
  level: Level,
  deviceNo: number,
  { from, to }: Range,
  keys: readonly SensorKey[],
): Promise<Part[][]> {
  const fields = keys
    .map(column)
    .map((name) => `${name}_n, ${name}_min::float8, ${name}_max::float8, ${name}_sum`)
  const { rows } = await pool.query<{ bucket: Date; fields: (number | null)[] }>(
    `select bucket, array[${fields.join(', ')}]::float8[] as fields from ${tables[level]}
     where device_no = $1 and bucket >= $2 and bucket < $3 order by bucket`,
    [deviceNo, new Date(from), new Date(to)],
  )
  return keys.map((_, index) =>
    rows.flatMap(({ bucket, fields: values }) => {
      const [count, min, max, sum] = values.slice(index * 4, index * 4 + 4)
      return count ? [{ start: bucket.getTime(), count, min: min ?? 0, max: max ?? 0, sum: sum ?? 0 }] : []
    }),
  )
}
