import type { Execute } from '../../platform/db/execute.queries.ts'
import { dayMs } from './chunk.ts'
import { joinedTimes, toEpochMs } from './joined-columns.ts'
import { type DeviceRange, gapsBetween, type TimeRange } from './minute-gaps.ts'
import { sourcesOf } from './range-groups.ts'

/** A part of a range without stored minutes. */
interface MinuteGap extends DeviceRange {
  /** The index of the range. */
  range: number
}

const minuteMs = 60_000

/**
 * Lists the parts of ranges in which no minute is stored. A minute of a single reading is not stored until its day becomes
 * compact, so each minute of these parts is computed from its readings. `areOpen`: no range contains a compact day.
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
  const wanted = ranges.map(({ no, from, to }) => ({ no, from: from - lengthMs, to }))
  const spans = new Map<string, TimeRange[]>()
  for (const source of sourcesOf(table, start, wanted)) {
    const rows = await execute<{ no: number; place: number; starts: Buffer }>(
      `select device_no as no, ${source.place}::int as place, ${joinedTimes(start)} as starts
       from ${source.rows} group by 1, 2`,
      source.parameters,
    )
    for (const { no, place, starts } of rows) {
      const range = source.groups[place - 1]?.range
      const found = Array.from(toEpochMs(starts), (from) => ({ from, to: from + lengthMs }))
      if (range) spans.set(`${no}/${range.from}/${range.to}`, found)
    }
  }
  return ranges.map(({ no, from, to }) => spans.get(`${no}/${from - lengthMs}/${to}`) ?? [])
}
