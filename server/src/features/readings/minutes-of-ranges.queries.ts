import type { SensorKey } from '@eot/contract/vocabulary'
import type { Execute } from '../../platform/db/execute.queries.ts'
import { chunkStart } from './chunk.ts'
import { readCompactMinutes } from './minute-chunks.queries.ts'
import { type DeviceRange, listMinuteGaps } from './minute-gaps.queries.ts'
import { minuteOfReading, readField, storedField } from './part-fields.ts'
import { column } from './sensor-columns.ts'
import { addPart, type Part } from './series.ts'

/**
 * Lists the minutes of a sensor in each range, in no particular order, compact or not. Each minute is one part, including late
 * readings. Ranges must be shorter than a day.
 */
export async function listMinutesOf(
  execute: Execute,
  ranges: readonly DeviceRange[],
  key: SensorKey,
): Promise<Part[][]> {
  const found = ranges.map(() => new Map<number, Part>())
  const add = (range: number, part: Part) => {
    const known = found[range]?.get(part.start)
    if (known) addPart(known, part)
    else found[range]?.set(part.start, part)
  }
  // Read before the chunks: a minute that becomes compact in between is then read twice, which does not change its mean, but
  // not missed.
  for (const { place, ...part } of await listRows(execute, bucketRows, ranges, key)) add(place, part)
  const gaps = await listMinuteGaps(execute, ranges)
  for (const { place, ...part } of await listRows(execute, readingRows, gaps, key))
    add(gaps[place]?.range ?? -1, part)
  const places = ranges.map((range, index) => ({ ...range, index }))
  for (const ofDay of Map.groupBy(places, ({ from }) => chunkStart(from)).values()) {
    const ofDevice = Map.groupBy(ofDay, ({ no }) => no)
    const from = Math.min(...ofDay.map((range) => range.from))
    const to = Math.max(...ofDay.map((range) => range.to))
    await readCompactMinutes(execute, { deviceNos: [...ofDevice.keys()], from, to }, [key], (part, _, no) => {
      for (const range of ofDevice.get(no) ?? [])
        if (part.start >= range.from && part.start < range.to) add(range.index, { ...part })
    })
  }
  return found.map((minutes) => [...minutes.values()])
}

const bucketRows = { table: 'reading_minute', at: 'bucket', start: 'bucket', fieldOf: storedField }
const readingRows = { table: 'reading', at: 'at', start: minuteOfReading, fieldOf: readField }

/** Lists the rows of a table in each range, with the index of the range. */
async function listRows(
  execute: Execute,
  { table, at, start, fieldOf }: typeof bucketRows,
  ranges: readonly DeviceRange[],
  key: SensorKey,
): Promise<(Part & { place: number })[]> {
  const { count, min, max, sum } = fieldOf(column(key))
  return execute<Part & { place: number }>(
    `select (w.place - 1)::int as place, extract(epoch from ${start})::float8 * 1000 as start, ${count} as count,
       ${min} as min, ${max} as max, ${sum} as sum
     from unnest($1::int[], $2::timestamptz[], $3::timestamptz[]) with ordinality as w (no, since, until, place)
     join ${table} on device_no = w.no and ${at} >= w.since and ${at} < w.until
     where ${count} > 0`,
    [
      ranges.map(({ no }) => no),
      ranges.map(({ from }) => new Date(from)),
      ranges.map(({ to }) => new Date(to)),
    ],
  )
}
