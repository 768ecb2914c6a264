import type { Execute } from '../../platform/db/execute.queries.ts'
import { chunkStart, dayMs } from './chunk.ts'
import { readCompactMinutes } from './minute-chunks.queries.ts'
import { columnKeys, columnNames } from './sensor-columns.ts'
import { addPart, type Part } from './series.ts'

export interface StoredMinute extends Part {
  /** Column of the kind. */
  column: number
}

/**
 * Yields all stored minutes of a device, compact or not, one day at a time, oldest first. Call it in a snapshot, since
 * minutes may become compact in the meantime. Leaves out the newest minute, whose readings may still come in.
 */
export async function* listStoredMinutes(execute: Execute, deviceNo: number): AsyncGenerator<StoredMinute[]> {
  const days = await execute<{ day: Date }>(
    `select start as day from reading_minute_chunk where device_no = $1
     union select date_bin('1 day', bucket, '2000-01-01T00:00Z') from reading_minute where device_no = $1 order by 1`,
    [deviceNo],
  )
  for (const { day } of days) yield await listMinutesOfDay(execute, deviceNo, chunkStart(day.getTime()))
}

async function listMinutesOfDay(execute: Execute, deviceNo: number, from: number): Promise<StoredMinute[]> {
  const found = new Map<string, StoredMinute>()
  const add = (column: number, part: Part) => {
    const key = `${part.start}/${column}`
    const known = found.get(key)
    if (known) addPart(known, part)
    else found.set(key, { ...part, column })
  }
  const place = { deviceNos: [deviceNo], from, to: from + dayMs }
  await readCompactMinutes(execute, place, columnKeys, (part, column) => add(column, part))
  // Values added by late readings.
  const rows = await execute<StoredMinute>(
    `select extract(epoch from bucket)::float8 * 1000 as start, (k.place - 1)::int as "column", k.count, k.min, k.max, k.sum
     from reading_minute, lateral rows from (unnest(
       array[${columnNames.map((name) => `${name}_n`).join(', ')}], array[${columnNames.map((name) => `${name}_min`).join(', ')}],
       array[${columnNames.map((name) => `${name}_max`).join(', ')}], array[${columnNames.map((name) => `${name}_sum`).join(', ')}]
     )) with ordinality k (count, min, max, sum, place)
     where device_no = $1 and bucket >= $2 and bucket < $3 and k.count > 0`,
    [deviceNo, new Date(from), new Date(from + dayMs)],
  )
  for (const { column, ...part } of rows) add(column, part)
  return [...found.values()].sort((a, b) => a.start - b.start || a.column - b.column)
}
