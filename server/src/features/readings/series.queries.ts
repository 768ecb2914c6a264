import type { SensorKey } from '@eot/contract/vocabulary'
import type { Scope } from '../../access/scope.ts'
import type { Execute } from '../../platform/db/execute.queries.ts'
import { bucketTables, type Level } from './level.ts'
import { readCompactMinutes } from './minute-chunks.queries.ts'
import type { NewestReading } from './open-starts.ts'
import type { Part } from './series.ts'

export interface SeriesDevice extends NewestReading {
  id: string
  no: number
  kinds: string[]
  report_seconds: number | null
}

export interface Range {
  from: number
  to: number
}

/** SQL for the start of the open hour and day of a row of `device_state`. */
export const openBuckets = (state: string): string =>
  ['open_hour', 'open_day']
    .map((name) => `case when ${state}.open_at = ${state}.latest_at then ${state}.${name} end as ${name}`)
    .join(', ')

const seriesDevices = `select d.id, d.no, m.kinds, s.time_zone, st.latest_at, ${openBuckets('st')},
       coalesce((d.settings ->> 'ReportInterval')::int, st.reported_interval) as report_seconds
     from device d join device_model m on m.id = d.model_id
     left join site s on s.id = d.site_id
     left join device_state st on st.device_no = d.no`

/** Lists the scope's devices that have one of the kinds, without those of the inventory, sorted by name; at most `limit`. */
export async function listSiteSeriesDevices(
  execute: Execute,
  { path, includesSubSites }: Scope,
  keys: readonly SensorKey[],
  limit: number,
): Promise<SeriesDevice[]> {
  return execute<SeriesDevice>(
    `${seriesDevices}
     where ${includesSubSites ? 'starts_with(s.path, $1)' : 's.path = $1'} and m.kinds && $2::text[]
     order by d.name, d.id limit $3`,
    [path, keys, limit],
  )
}

/** Lists the scope's devices among the ids, sorted by name. */
export async function listSeriesDevices(
  execute: Execute,
  scope: Scope,
  ids: readonly string[],
): Promise<SeriesDevice[]> {
  return execute<SeriesDevice>(
    `${seriesDevices}
     where d.id = any($1::uuid[]) and (starts_with(s.path, $2) or (d.site_id is null and $3))
     order by d.name, d.id`,
    [ids, scope.path, scope.includesInventory],
  )
}

/** Returns a sensor's column. Keys come from the contract's fixed list, never from client input. */
export const column = (key: SensorKey) => key.toLowerCase()

/** Lists stored buckets that start in [from, to), for each key. Several parts may belong to the same minute. */
export async function listStoredParts(
  execute: Execute,
  level: Level,
  deviceNo: number,
  { from, to }: Range,
  keys: readonly SensorKey[],
): Promise<Part[][]> {
  const names = keys.map(column)
  // Keeps bounds as `real`: cast to double precision they would show digits that were never measured.
  const rows = await execute<{
    start: number
    counts: (number | null)[]
    sums: (number | null)[]
    bounds: (number | null)[]
  }>(
    `select extract(epoch from bucket)::float8 * 1000 as start, array[${names.map((name) => `${name}_n`).join(', ')}]::int[] as counts,
       array[${names.map((name) => `${name}_sum`).join(', ')}]::float8[] as sums,
       array[${names.map((name) => `${name}_min, ${name}_max`).join(', ')}]::real[] as bounds
     from ${bucketTables[level]} where device_no = $1 and bucket >= $2 and bucket < $3 order by bucket`,
    [deviceNo, new Date(from), new Date(to)],
  )
  const parts = keys.map((_, index) =>
    rows.flatMap(({ start, counts, sums, bounds }) => {
      const [count, sum] = [counts[index], sums[index]]
      const [min, max] = [bounds[index * 2], bounds[index * 2 + 1]]
      return count && sum != null && min != null && max != null ? [{ start, count, min, max, sum }] : []
    }),
  )
  if (level === 'minute')
    await readCompactMinutes(execute, { deviceNos: [deviceNo], from, to }, keys, (part, index) =>
      parts[index]?.push(part),
    )
  return parts
}
