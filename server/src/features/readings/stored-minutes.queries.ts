import type { Execute } from '../../platform/db/execute.queries.ts'
import { chunkStart, dayMs } from './chunk.ts'
import { listStoredParts } from './list-parts.queries.ts'
import { addPart, type Part } from './part.ts'
import { columnKeys } from './sensor-columns.ts'

export interface StoredMinute extends Part {
  /** Column of the kind. */
  column: number
}

/**
 * Yields all minutes of a device, whether or not they are compact, one day at a time, oldest first. Must run in a snapshot, since
 * minutes may become compact during the call. Leaves out the newest minute, which may still get readings.
 */
export async function* listStoredMinutes(execute: Execute, deviceNo: number): AsyncGenerator<StoredMinute[]> {
  const days = await execute<{ day: Date }>(
    `select start as day from reading_minute_chunk where device_no = $1
     union select date_bin('1 day', bucket, '2000-01-01T00:00Z') from reading_minute where device_no = $1
     union select date_bin('1 day', at, '2000-01-01T00:00Z') from reading where device_no = $1 order by 1`,
    [deviceNo],
  )
  const [newest] = await execute<{ minute: Date | null }>(
    `select date_bin('1 minute', max(at), '2000-01-01T00:00Z') as minute from reading where device_no = $1`,
    [deviceNo],
  )
  for (const { day } of days) {
    const from = chunkStart(day.getTime())
    const to = Math.min(from + dayMs, newest?.minute?.getTime() ?? Number.POSITIVE_INFINITY)
    yield await listMinutes(execute, deviceNo, from, to)
  }
}

async function listMinutes(
  execute: Execute,
  deviceNo: number,
  from: number,
  to: number,
): Promise<StoredMinute[]> {
  const found = new Map<string, StoredMinute>()
  const parts = await listStoredParts(execute, 'minute', deviceNo, { from, to }, columnKeys)
  for (const [column, ofKind] of parts.entries())
    for (const part of ofKind) {
      const key = `${part.start}/${column}`
      const known = found.get(key)
      if (known) addPart(known, part)
      else found.set(key, { ...part, column })
    }
  return [...found.values()].sort((a, b) => a.start - b.start || a.column - b.column)
}
