import type { Execute } from '../../platform/db/execute.queries.ts'
import { chunkStart, dayMs } from './chunk.ts'
import {
  type ChunkPlace,
  compactAfterMs,
  findChunk,
  lockChunks,
  packSections,
  sectionOf,
  storeChunk,
} from './chunks.queries.ts'
import { Uncompactable } from './compact-table.command.ts'
import { joined, joinedReals, toMilliseconds, toReals } from './joined-columns.ts'
import { unpackNumbers } from './packed-numbers.ts'
import {
  areSameReadings,
  hasRepeats,
  mergeReadings,
  type ReadingColumns,
  readingSections,
  sections,
  unpackReadings,
} from './reading-chunk.ts'
import { columnNames } from './sensor-columns.ts'

/** How far the clocks of two processes may differ. */
const clockMarginMs = 3_600_000
const chunks = 'reading_chunk'

/** Adds readings of a device and a day to its chunk, which is created if there is none. */
export async function addToReadingChunk(
  execute: Execute,
  place: ChunkPlace,
  taken: ReadingColumns,
): Promise<void> {
  const known = await findChunk(execute, chunks, place)
  const columns = known ? mergeReadings(unpackReadings(known, known.count), taken) : taken
  if (hasRepeats(columns)) throw new Uncompactable('readings are both compact and not')
  const packed = await packSections(readingSections(columns))
  if (!areSameReadings(columns, unpackReadings(packed, countOf(columns))))
    throw new Uncompactable('readings would not come back as they were')
  await storeChunk(execute, chunks, place, { count: countOf(columns), ...packed })
}

export const countOf = (columns: ReadingColumns) => columns[sections.times]?.length ?? 0

/** Removes the readings of a device and a day from `reading` and returns them, in order of time. */
export async function takeReadings(
  execute: Execute,
  { deviceNo, startMs }: ChunkPlace,
): Promise<ReadingColumns> {
  const values = columnNames.map((name) => `${joinedReals(name)} as ${name}`)
  const [taken] = await execute<Record<string, Buffer | null>>(
    `with taken as (delete from reading where device_no = $1 and at >= $2 and at < $3 returning *)
     select ${joined('int8send((extract(epoch from at - $2) * 1000000)::bigint)')} as times,
       ${joined('int8send((extract(epoch from received_at - at) * 1000000)::bigint)')} as delays, ${values.join(', ')}
     from (select * from taken order by at) taken`,
    [deviceNo, new Date(startMs), new Date(startMs + dayMs)],
  )
  const noBytes = Buffer.alloc(0)
  const times = [taken?.times, taken?.delays].map((bytes) => toMilliseconds(bytes ?? noBytes))
  return [...times, ...columnNames.map((name) => toReals(taken?.[name]))]
}

interface Sent {
  device: { no: number }
  at: number
}

/**
 * Returns whether a reading is old enough to be compact. Also compares it with the newest one of its device, from which compact
 * ones are more than a day apart: a wrong clock may have compacted readings that are newer than allowed now.
 */
export const mayBeCompact = (at: number, latestAt: number, now: number) =>
  at < Math.max(now, latestAt) - compactAfterMs + clockMarginMs

/**
 * Returns which of these readings are compact, as `device/at`, with their values by column, NaN where there is none. Locks the
 * chunks of their devices.
 */
export async function findCompact(execute: Execute, old: readonly Sent[]): Promise<Map<string, number[]>> {
  const found = new Map<string, number[]>()
  if (old.length === 0) return found
  await lockChunks(
    execute,
    old.map(({ device }) => device.no),
  )
  const days = Map.groupBy(old, ({ device, at }) => `${device.no}/${chunkStart(at)}`)
  for (const { deviceNo, startMs, count, times } of await listTimes(execute, [...days.values()])) {
    const asked = new Set((days.get(`${deviceNo}/${startMs}`) ?? []).map(({ at }) => at - startMs))
    const hits = [...unpackNumbers(times, count)].flatMap((time, place) =>
      asked.has(time) ? [{ time, place }] : [],
    )
    const chunk = hits.length > 0 ? await findChunk(execute, chunks, { deviceNo, startMs }) : undefined
    const columns = chunk ? unpackReadings(chunk, chunk.count) : []
    const valuesAt = (place: number) =>
      columnNames.map((_, column) => columns[sections.kind(column)]?.[place] ?? Number.NaN)
    for (const { time, place } of hits) found.set(`${deviceNo}/${startMs + time}`, valuesAt(place))
  }
  return found
}

/** Lists the times of the chunks to which the first reading of each group belongs, if they exist. */
async function listTimes(execute: Execute, groups: readonly (readonly Sent[])[]) {
  const wanted = groups.flatMap(([one]) => one ?? [])
  const rows = await execute<{ no: number; start: Date; count: number; times: Buffer }>(
    `select device_no as no, start, count, ${sectionOf(sections.times)} as times
     from unnest($1::int[], $2::timestamptz[]) as wanted (no, day)
     join ${chunks} on device_no = wanted.no and start = wanted.day`,
    [wanted.map(({ device }) => device.no), wanted.map(({ at }) => new Date(chunkStart(at)))],
  )
  return rows.map(({ no, start, count, times }) => ({ deviceNo: no, startMs: start.getTime(), count, times }))
}
