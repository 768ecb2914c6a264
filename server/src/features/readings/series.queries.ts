import type { SensorKey } from '@eot/contract/vocabulary'
import type { Scope } from '../../access/scope.ts'
import type { Execute } from '../../platform/db/execute.queries.ts'
import { sectionOf } from './chunks.queries.ts'
import { bucketTables, type Level } from './level.ts'
import { readCompactMinutes } from './minute-chunks.queries.ts'
import type { NewestReading } from './open-starts.ts'
import { unpackNumbers } from './packed-numbers.ts'
import { sections } from './reading-chunk.ts'
import { columnKeys, columnNames } from './sensor-columns.ts'
import { readReals, readTimes, sentReals, sentTimes } from './sent-columns.ts'
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

/** The scope's devices that have one of the kinds, without those of the inventory, sorted by name; at most `limit`. */
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

/** The scope's devices among the ids, sorted by name. */
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

/** A sensor's column. Keys come from the contract's fixed list, never from client input. */
export const column = (key: SensorKey) => key.toLowerCase()

/** Readings of a device, in order of time. */
export interface ReadingColumns {
  /** Epoch ms. */
  times: Float64Array
  /** For each key in turn, NaN where a reading has no value. */
  values: Float64Array[]
}

/** Readings in [from, to), oldest first, at most `limit`. */
export async function listReadings(
  execute: Execute,
  deviceNo: number,
  { from, to }: Range,
  keys: readonly SensorKey[],
  limit: number,
): Promise<ReadingColumns> {
  const rows = await execute<ReadRow>(readingsQuery(keys.map(findColumnOf)), [
    deviceNo,
    new Date(from),
    new Date(to),
    limit,
  ])
  const sent = rows.filter((row): row is SentRow => row.times !== null)
  const parts = sent.map((row) => readPart(row, keys.length))
  // A chunk has its whole day.
  if (parts[0] && sent.every(({ start }) => start === null)) return parts[0]
  return joinParts(parts, { from, to }, keys.length, limit)
}

/** Readings of the table together, or a chunk. */
interface ReadRow {
  /** null for readings of the table. */
  start: Date | null
  count: number
  /** null if there are none. */
  times: Buffer | null
  values: Buffer | null
  [section: `section${number}`]: Buffer
}
type SentRow = ReadRow & { times: Buffer }

const findColumnOf = (key: SensorKey) => columnKeys.indexOf(key)

/**
 * One statement, since a day may become compact between two. Of the days, no more than have `limit` readings, besides the
 * first, of which only a part may be asked for.
 */
const readingsQuery = (columns: readonly number[]) => `
  select null::timestamptz as start, count(*)::int as count, ${sentTimes('at')} as times,
    ${columns.length > 0 ? sentReals(columns.map((column) => columnNames[column] ?? '')) : 'null::bytea'} as values
    ${columns.map((_, index) => `, null::bytea as section${index}`).join('')}
  from (
    select * from reading where device_no = $1 and at >= $2 and at < $3 order by at limit $4
  ) reading
  union all
  select start, count, ${sectionOf(sections.times)}, null
    ${columns.map((column) => `, ${sectionOf(sections.kind(column))}`).join('')}
  from (
    select *, sum(count) over days - count - first_value(count) over days as count_before
    from reading_chunk where device_no = $1 and start > $2::timestamptz - interval '1 day' and start < $3
    window days as (order by start)
  ) chunk
  where count_before < $4`

function readPart({ start, count, times, values, ...sent }: SentRow, keyCount: number): ReadingColumns {
  if (start === null)
    return {
      times: readTimes(times),
      values: values ? readReals(values, { rows: count, columns: keyCount }) : [],
    }
  return {
    times: unpackNumbers(times, count).map((time) => start.getTime() + time),
    values: Array.from({ length: keyCount }, (_, index) =>
      unpackNumbers(sent[`section${index}`] ?? Buffer.alloc(0), count),
    ),
  }
}

/** What is in the range of several parts, in order of time, at most `limit`. */
function joinParts(
  parts: readonly ReadingColumns[],
  { from, to }: Range,
  keyCount: number,
  limit: number,
): ReadingColumns {
  const places = parts
    .flatMap(({ times, values }) => Array.from(times, (time, place) => ({ time, place, values })))
    .filter(({ time }) => time >= from && time < to)
    .sort((a, b) => a.time - b.time)
    .slice(0, limit)
  return {
    times: Float64Array.from(places, ({ time }) => time),
    values: Array.from({ length: keyCount }, (_, key) =>
      Float64Array.from(places, ({ place, values }) => values[key]?.[place] ?? Number.NaN),
    ),
  }
}

/** Stored buckets that start in [from, to), for each key in turn. Several parts may belong to the same minute. */
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
