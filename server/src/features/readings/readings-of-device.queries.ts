import type { SensorKey } from '@eot/contract/vocabulary'
import type { Execute } from '../../platform/db/execute.queries.ts'
import { sectionOf } from './chunks.queries.ts'
import { unpackNumbers } from './packed-numbers.ts'
import { sections } from './reading-chunk.ts'
import { columnKeys, columnNames } from './sensor-columns.ts'
import type { Range } from './series.queries.ts'

/** Readings in order of time, with the values of each key in turn. */
export interface ReadingsOfKeys {
  /** Epoch ms. */
  times: number[]
  /** null: the reading has none. */
  columns: (number | null)[][]
}

/** Readings in [from, to), oldest first, at most `limit`. */
export async function listReadings(
  execute: Execute,
  deviceNo: number,
  { from, to }: Range,
  keys: readonly SensorKey[],
  limit: number,
): Promise<ReadingsOfKeys> {
  const rows = await execute<ReadRow>(readingsQuery(keys.map(findColumnOf)), [
    deviceNo,
    new Date(from),
    new Date(to),
    limit,
  ])
  const read = rows.map((row) =>
    row.start === null ? columnsOf(row, keys.length) : unpack(row, keys.length),
  )
  const [first, ...others] = read.filter(({ times }) => times.length > 0)
  if (!first) return { times: [], columns: keys.map(() => []) }
  return others.length === 0 && rows.every(({ start }) => start === null)
    ? first
    : merged([first, ...others], { from, to }, limit)
}

interface ReadRow {
  /** null for the row of all readings that are not compact. */
  start: Date | null
  count: number
  /** Epoch ms; null if there are no readings. */
  at: number[] | null
  times: Buffer
  [values: `values${number}`]: (number | null)[]
  [section: `section${number}`]: Buffer
}

const findColumnOf = (key: SensorKey) => columnKeys.indexOf(key)

/**
 * One statement, since a day may become compact between two. Of the days, no more than have `limit` readings, besides the
 * first, of which only a part may be asked for. Readings come column by column: a row for each takes four times as long to
 * send and to parse.
 */
const readingsQuery = (columns: readonly number[]) => `
  select null::timestamptz as start, null::int as count, array_agg(round(date_part('epoch', at) * 1000)) as at,
    null::bytea as times
    ${columns.map((column, index) => `, array_agg(${columnNames[column]}) as values${index}, null::bytea as section${index}`).join('')}
  from (
    select * from reading where device_no = $1 and at >= $2 and at < $3 order by at limit $4
  ) reading
  union all
  select start, count, null, ${sectionOf(sections.times)}
    ${columns.map((column) => `, null, ${sectionOf(sections.kind(column))}`).join('')}
  from (
    select *, sum(count) over days - count - first_value(count) over days as count_before
    from reading_chunk where device_no = $1 and start > $2::timestamptz - interval '1 day' and start < $3
    window days as (order by start)
  ) chunk
  where count_before < $4`

const columnsOf = (row: ReadRow, keyCount: number): ReadingsOfKeys => ({
  times: row.at ?? [],
  columns: Array.from({ length: keyCount }, (_, index) => row[`values${index}`] ?? []),
})

function unpack(row: ReadRow, keyCount: number): ReadingsOfKeys {
  const start = row.start?.getTime() ?? 0
  const nullable = (value: number) => (Number.isNaN(value) ? null : value)
  return {
    times: Array.from(unpackNumbers(row.times, row.count), (time) => start + time),
    columns: Array.from({ length: keyCount }, (_, index) =>
      Array.from(unpackNumbers(row[`section${index}`] ?? Buffer.alloc(0), row.count), nullable),
    ),
  }
}

/** All of them in [from, to) in order of time, at most `limit`. */
function merged(parts: readonly ReadingsOfKeys[], { from, to }: Range, limit: number): ReadingsOfKeys {
  const times = parts.flatMap((part) => part.times)
  const order = [...times.keys()]
    .filter((place) => (times[place] as number) >= from && (times[place] as number) < to)
    .sort((a, b) => (times[a] as number) - (times[b] as number))
    .slice(0, limit)
  const pick = <T>(values: readonly T[]) => order.map((place) => values[place] as T)
  return {
    times: pick(times),
    columns: (parts[0]?.columns ?? []).map((_, index) =>
      pick(parts.flatMap(({ columns }) => columns[index] ?? [])),
    ),
  }
}
