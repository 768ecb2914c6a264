import type { SensorKey } from '@eot/contract/vocabulary'
import type { Execute } from '../../platform/db/execute.queries.ts'
import { isReadWhole, type SectionsRow, sectionOf, sectionOfRow } from './chunks.queries.ts'
import { joinedReals, joinedTimes, toDecimalReals, toEpochMs } from './joined-columns.ts'
import { unpackNumbers } from './packed-numbers.ts'
import { sections } from './reading-chunk.ts'
import { columnKeys, columnNames } from './sensor-columns.ts'
import type { Range } from './series.queries.ts'

/** Readings, column by column. */
export interface TimedColumns {
  /** Epoch ms. */
  times: Float64Array
  /** One for each requested sensor, in the same order; NaN where a reading has no value. */
  columns: Float64Array[]
}

/** Reads the readings of a device in [from, to), oldest first, at most `limit`. */
export async function listReadings(
  execute: Execute,
  deviceNo: number,
  range: Range,
  keys: readonly SensorKey[],
  limit: number,
): Promise<TimedColumns> {
  const columns = keys.map((key) => columnKeys.indexOf(key))
  const parameters = [deviceNo, new Date(range.from), new Date(range.to), limit]
  const rows = await execute<ReadRow>(readingsQuery(columns), parameters)
  const stored = rows.filter(({ count }) => count > 0)
  const parts = stored.map((row) => readPart(row, columns))
  // Chunks contain whole days, which may be only partly in the range.
  if (parts[0] && stored.every(({ start }) => start === null)) return parts[0]
  return mergeParts(parts, range, keys.length, limit)
}

/** All readings that are not compact, or those of a chunk. */
interface ReadRow extends SectionsRow {
  /** null: they are not compact. */
  start: Date | null
  count: number
}

/**
 * A single statement, since a day may become compact between two. Reads no more chunks than contain `limit` readings, not
 * counting the first one, which may be only partly in the range.
 */
function readingsQuery(columns: readonly number[]): string {
  const wanted = [sections.times, ...columns.map(sections.kind)]
  const joinedColumns = [
    `${joinedTimes('at')} as section${sections.times}`,
    ...columns.map(
      (column) => `${joinedReals(columnNames[column] ?? '')} as section${sections.kind(column)}`,
    ),
  ]
  const isWhole = isReadWhole(wanted)
  return `
    select null::timestamptz as start, count(*)::int as count, ${joinedColumns.join(', ')},
      null::int[] as starts, null::bytea as data
    from (
      select * from reading where device_no = $1 and at >= $2 and at < $3 order by at limit $4
    ) reading
    union all
    select start, count, ${wanted.map((section) => (isWhole ? 'null' : sectionOf(section))).join(', ')},
      ${isWhole ? 'starts, data' : 'null, null'}
    from (
      select *, sum(count) over days - count - first_value(count) over days as count_before
      from reading_chunk where device_no = $1 and start > $2::timestamptz - interval '1 day' and start < $3
      window days as (order by start)
    ) chunk
    where count_before < $4`
}

function readPart({ start, count, ...packed }: ReadRow, columns: readonly number[]): TimedColumns {
  const times = sectionOfRow(packed, sections.times)
  const values = columns.map((column) => sectionOfRow(packed, sections.kind(column)))
  if (start === null) return { times: toEpochMs(times), columns: values.map(toDecimalReals) }
  return {
    times: unpackNumbers(times, count).map((time) => start.getTime() + time),
    columns: values.map((section) => unpackNumbers(section, count)),
  }
}

function mergeParts(
  parts: readonly TimedColumns[],
  { from, to }: Range,
  columnCount: number,
  limit: number,
): TimedColumns {
  const readings = parts
    .flatMap(({ times, columns }) => Array.from(times, (time, place) => ({ time, place, columns })))
    .filter(({ time }) => time >= from && time < to)
    .sort((a, b) => a.time - b.time)
    .slice(0, limit)
  return {
    times: Float64Array.from(readings, ({ time }) => time),
    columns: Array.from({ length: columnCount }, (_, index) =>
      Float64Array.from(readings, ({ place, columns }) => columns[index]?.[place] ?? Number.NaN),
    ),
  }
}
