import type { SensorKey } from '@eot/contract/vocabulary'
import type { Execute } from '../../platform/db/execute.queries.ts'
import { chunkStart } from './chunk.ts'
import { readCompactMinutes } from './minute-chunks.queries.ts'
import { column } from './series.queries.ts'
import { addPart, type Part } from './series.ts'

/** A time range of a device, in epoch ms, [from, to). */
export interface DeviceRange {
  no: number
  from: number
  to: number
}

/** SQL for whether the chunk `c` may have minutes of a device and a time range, [from, to). */
export const areCompactMinutes = (device: string, from: string, to: string) =>
  `c.device_no = ${device} and c.start > ${from} - interval '1 day' and c.start < ${to}`

/**
 * Lists the stored minutes of a sensor in each range, in no particular order, compact or not. Each minute is one part,
 * including late readings. Ranges must be shorter than a day.
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
  for (const { range, ...part } of await listTableMinutes(execute, ranges, key)) add(range, part)
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

async function listTableMinutes(
  execute: Execute,
  ranges: readonly DeviceRange[],
  key: SensorKey,
): Promise<(Part & { range: number })[]> {
  const name = column(key)
  return execute<Part & { range: number }>(
    `select (w.place - 1)::int as range, extract(epoch from bucket)::float8 * 1000 as start, ${name}_n as count,
       ${name}_min as min, ${name}_max as max, ${name}_sum as sum
     from unnest($1::int[], $2::timestamptz[], $3::timestamptz[]) with ordinality as w (no, since, until, place)
     join reading_minute on device_no = w.no and bucket >= w.since and bucket < w.until
     where ${name}_n > 0`,
    [
      ranges.map(({ no }) => no),
      ranges.map(({ from }) => new Date(from)),
      ranges.map(({ to }) => new Date(to)),
    ],
  )
}
