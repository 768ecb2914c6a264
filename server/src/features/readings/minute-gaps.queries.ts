import type { Execute } from '../../platform/db/execute.queries.ts'
import { dayMs } from './chunk.ts'
import { joinedTimes, toEpochMs } from './joined-columns.ts'
import { gapsBetween, type TimeRange } from './minute-gaps.ts'

/** A time range of a device. */
export interface DeviceRange extends TimeRange {
  no: number
}

/** Part of a range in which no minute is stored. */
export interface MinuteGap extends DeviceRange {
  /** The index of the range. */
  range: number
}

const minuteMs = 60_000

/**
 * Lists the parts of ranges in which no minute is stored. A minute of a single reading is not stored until its day becomes
 * compact, so the readings of these parts are minutes too. `areOpen`: no range contains a compact day.
 */
export async function listMinuteGaps(
  execute: Execute,
  ranges: readonly DeviceRange[],
  areOpen = false,
): Promise<MinuteGap[]> {
  const stored = await listSpans(execute, ranges, 'reading_minute', 'bucket', minuteMs)
  // Minutes of a compact day that have had late readings since are stored too.
  const compact = areOpen ? [] : await listSpans(execute, ranges, 'reading_minute_chunk', 'start', dayMs)
  return ranges.flatMap((range, index) =>
    gapsBetween([...(stored[index] ?? []), ...(compact[index] ?? [])], range).map((gap) => ({
      ...gap,
      no: range.no,
      range: index,
    })),
  )
}

/** Lists the rows of a table that are in each range, or begin up to `lengthMs` before it, as time spans of this length. */
async function listSpans(
  execute: Execute,
  ranges: readonly DeviceRange[],
  table: string,
  start: string,
  lengthMs: number,
): Promise<TimeRange[][]> {
  const rows = await execute<{ range: number; starts: Buffer }>(
    `select (w.place - 1)::int as range, ${joinedTimes(start)} as starts
     from unnest($1::int[], $2::timestamptz[], $3::timestamptz[]) with ordinality as w (no, since, until, place)
     join ${table} on device_no = w.no and ${start} > w.since and ${start} < w.until
     group by w.place`,
    [
      ranges.map(({ no }) => no),
      ranges.map(({ from }) => new Date(from - lengthMs)),
      ranges.map(({ to }) => new Date(to)),
    ],
  )
  const spans: TimeRange[][] = ranges.map(() => [])
  for (const { range, starts } of rows)
    spans[range] = Array.from(toEpochMs(starts), (from) => ({ from, to: from + lengthMs }))
  return spans
}
