import type { Execute } from '../../platform/db/execute.queries.ts'
import { chunkStart, dayMs } from './chunk.ts'
import { findChunk } from './chunks.queries.ts'
import { sections, unpackReadings } from './reading-chunk.ts'
import { columnNames } from './sensor-columns.ts'

export interface StoredSample {
  at: Date
  /** By column; null where there is no value. */
  values: (number | null)[]
}

/** Yields all stored readings of a device, compact or not, one day at a time, oldest first. */
export async function* listStoredSamples(execute: Execute, deviceNo: number): AsyncGenerator<StoredSample[]> {
  for (const startMs of await listDays(execute, deviceNo)) {
    const rows = await execute<StoredSample>(
      `select at, array[${columnNames.join(', ')}]::real[] as values from reading
       where device_no = $1 and at >= $2 and at < $3`,
      [deviceNo, new Date(startMs), new Date(startMs + dayMs)],
    )
    const compact = await listCompact(execute, deviceNo, startMs)
    yield [...rows, ...compact].sort((a, b) => a.at.getTime() - b.at.getTime())
  }
}

/** Lists the UTC days with readings. */
async function listDays(execute: Execute, deviceNo: number): Promise<number[]> {
  const rows = await execute<{ day: Date }>(
    `select start as day from reading_chunk where device_no = $1
     union select date_bin('1 day', at, '2000-01-01T00:00Z') from reading where device_no = $1 order by 1`,
    [deviceNo],
  )
  return rows.map(({ day }) => chunkStart(day.getTime()))
}

async function listCompact(execute: Execute, deviceNo: number, startMs: number): Promise<StoredSample[]> {
  const chunk = await findChunk(execute, 'reading_chunk', { deviceNo, startMs })
  if (!chunk) return []
  const columns = unpackReadings(chunk, chunk.count)
  return Array.from(columns[sections.times] ?? [], (time, place) => ({
    at: new Date(startMs + time),
    values: columnNames.map((_, column) => {
      const value = columns[sections.kind(column)]?.[place] ?? Number.NaN
      return Number.isNaN(value) ? null : value
    }),
  }))
}
