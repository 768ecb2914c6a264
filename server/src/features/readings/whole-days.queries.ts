import type { Execute } from '../../platform/db/execute.queries.ts'
import { bucketTables } from './level.ts'
import { openStarts } from './open-starts.ts'
import type { Range, SeriesDevice } from './series.queries.ts'
import { intervalStart, nextIntervalStart } from './series-interval.ts'

/** A stored day may begin this long before or after a range and still be partly in it. */
const longestDayMs = 26 * 3_600_000

/**
 * Returns which devices have stored days that begin and end with the days of a time zone. Those of a site in another zone do
 * not, nor do days from before a site got its current zone.
 */
export async function findWholeDays(
  execute: Execute,
  devices: readonly SeriesDevice[],
  { from, to }: Range,
  timeZone: string,
): Promise<(device: SeriesDevice) => boolean> {
  if (intervalStart('OneDay', to, timeZone) !== to) return () => false
  const starts = listStarts({ from: from - longestDayMs, to: to + longestDayMs }, timeZone)
  const rows = await execute<{ no: number }>(
    `select distinct device_no as no from ${bucketTables.day}
     where device_no = any($1::int[]) and bucket >= $2 and bucket < $3 and bucket <> all($4::timestamptz[])`,
    [
      devices.map(({ no }) => no),
      new Date(from - longestDayMs),
      new Date(to + longestDayMs),
      starts.map((start) => new Date(start)),
    ],
  )
  const others = new Set(rows.map(({ no }) => no))
  return (device) => {
    const open = openStarts(device)?.day
    if (others.has(device.no)) return false
    return open === undefined || open < from - longestDayMs || open >= to || starts.includes(open)
  }
}

function listStarts({ from, to }: Range, timeZone: string): number[] {
  const starts: number[] = []
  for (
    let start = intervalStart('OneDay', from, timeZone);
    start < to;
    start = nextIntervalStart('OneDay', start, timeZone)
  )
    starts.push(start)
  return starts
}
