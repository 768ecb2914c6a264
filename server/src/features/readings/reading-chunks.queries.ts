import type { Execute } from '../../platform/db/execute.queries.ts'
import { unpackNumbers } from './packed-numbers.ts'
import { type ChunkColumns, chunkStart, dayMs, type Packed, sections, unpackChunk } from './reading-chunk.ts'
import { columnNames } from './sensor-columns.ts'

/** Readings become compact when this old, or up to a day later. */
export const compactAfterMs = dayMs
/** How far the clocks of two processes may differ. */
const clockMarginMs = 3_600_000

/** Chosen at random: the space of the advisory locks that keep late readings of a device and its compaction apart. */
const lockSpace = 1_733_207_441

/** SQL for a section of a chunk; PostgreSQL reads no more of it. */
export const sectionOf = (section: number) => `section_of(data, starts, ${section})`

/** Until the end of the transaction, no other one compacts readings of the devices, or stores late ones that may be compact. */
export async function lockChunks(execute: Execute, deviceNos: readonly number[]): Promise<void> {
  await execute(
    `select pg_advisory_xact_lock(${lockSpace}, no)
     from (select distinct no from unnest($1::int[]) no order by no) locked`,
    [deviceNos],
  )
}

/** Whether a reading may be compact already. */
export const mayBeCompact = (at: number, now: number) => at < now - compactAfterMs + clockMarginMs

interface Place {
  device: { no: number }
  at: number
}

/**
 * Which of the readings that may be compact are, as `device/at`, with their values by column, NaN where there is none. Locks
 * the chunks of their devices.
 */
export async function findCompact(
  execute: Execute,
  readings: readonly Place[],
  now: number,
): Promise<Map<string, number[]>> {
  const old = readings.filter(({ at }) => mayBeCompact(at, now))
  const found = new Map<string, number[]>()
  if (old.length === 0) return found
  await lockChunks(
    execute,
    old.map(({ device }) => device.no),
  )
  const days = Map.groupBy(old, ({ device, at }) => `${device.no}/${chunkStart(at)}`)
  const wanted = [...days.values()].flatMap(([one]) =>
    one ? [{ no: one.device.no, start: new Date(chunkStart(one.at)) }] : [],
  )
  const chunks = await execute<{ no: number; start: Date; count: number; times: Buffer }>(
    `select device_no as no, start, count, ${sectionOf(sections.times)} as times
     from unnest($1::int[], $2::timestamptz[]) as wanted (no, day)
     join reading_chunk on device_no = wanted.no and start = wanted.day`,
    [wanted.map(({ no }) => no), wanted.map(({ start }) => start)],
  )
  for (const { no, start, count, times } of chunks) {
    const startMs = start.getTime()
    const asked = new Set((days.get(`${no}/${startMs}`) ?? []).map(({ at }) => at - startMs))
    const places = [...unpackNumbers(times, count)].flatMap((time, place) =>
      asked.has(time) ? [{ time, place }] : [],
    )
    if (places.length === 0) continue
    const columns = (await findChunk(execute, no, startMs))?.columns ?? []
    for (const { time, place } of places)
      found.set(
        `${no}/${startMs + time}`,
        columnNames.map((_, column) => columns[sections.kind(column)]?.[place] ?? Number.NaN),
      )
  }
  return found
}

export async function findChunk(
  execute: Execute,
  deviceNo: number,
  startMs: number,
): Promise<{ columns: ChunkColumns } | undefined> {
  const [chunk] = await execute<Packed & { count: number }>(
    'select count, starts, data from reading_chunk where device_no = $1 and start = $2',
    [deviceNo, new Date(startMs)],
  )
  return chunk && { columns: unpackChunk(chunk, chunk.count) }
}

export async function storeChunk(
  execute: Execute,
  { deviceNo, startMs, count }: { deviceNo: number; startMs: number; count: number },
  { starts, data }: Packed,
): Promise<void> {
  await execute(
    `insert into reading_chunk (device_no, start, count, starts, data) values ($1, $2, $3, $4, $5)
     on conflict (device_no, start) do update
     set count = excluded.count, starts = excluded.starts, data = excluded.data`,
    [deviceNo, new Date(startMs), count, starts, data],
  )
}

const binary = (value: string) => `string_agg(${value}, '')`

/** Takes the readings of a device and a day out of `reading`, in order of time. */
export async function takeReadings(
  execute: Execute,
  deviceNo: number,
  startMs: number,
): Promise<ChunkColumns | undefined> {
  const values = columnNames.map((name) => `${binary(`float4send(coalesce(${name}, 'NaN'))`)} as ${name}`)
  const [taken] = await execute<Record<string, Buffer | null>>(
    `with taken as (delete from reading where device_no = $1 and at >= $2 and at < $3 returning *)
     select ${binary('int8send((extract(epoch from at - $2) * 1000000)::bigint)')} as times,
       ${binary('int8send((extract(epoch from received_at - at) * 1000000)::bigint)')} as delays, ${values.join(', ')}
     from (select * from taken order by at) taken`,
    [deviceNo, new Date(startMs), new Date(startMs + dayMs)],
  )
  const { times, delays } = taken ?? {}
  if (!times || !delays) return undefined
  return [
    milliseconds(times),
    milliseconds(delays),
    ...columnNames.map((name) => reals(taken?.[name] ?? Buffer.alloc(0))),
  ]
}

function milliseconds(micros: Buffer): Float64Array {
  return Float64Array.from(
    { length: micros.length / 8 },
    (_, n) => Number(micros.readBigInt64BE(n * 8)) / 1000,
  )
}

function reals(values: Buffer): Float64Array {
  return Float64Array.from({ length: values.length / 4 }, (_, n) => values.readFloatBE(n * 4))
}

/** The first device after a number that has readings, and some of those that follow. */
export async function listReadingDevices(
  execute: Execute,
  table: string,
  after: number,
  limit: number,
): Promise<number[]> {
  const rows = await execute<{ no: number }>(
    `with recursive device (no, place) as (
       (select device_no, 1 from ${table} where device_no > $1 order by device_no limit 1)
       union all
       select (select r.device_no from ${table} r where r.device_no > device.no order by r.device_no limit 1), place + 1
       from device where device.no is not null and place < $2
     )
     select no from device where no is not null order by no`,
    [after, limit],
  )
  return rows.map(({ no }) => no)
}

/**
 * The oldest reading of a device that may become compact, in epoch ms. The newest day of a device never does, since its open
 * buckets are computed from it.
 */
export async function findOldestToCompact(
  execute: Execute,
  deviceNo: number,
  olderThanMs: number,
): Promise<number | undefined> {
  const [row] = await execute<{ at: Date | null }>(
    `select min(at) as at from reading where device_no = $1 and at < least($2, (
       select date_trunc('day', latest_at - interval '25 hours', 'UTC') from device_state where device_no = $1))`,
    [deviceNo, new Date(olderThanMs)],
  )
  return row?.at?.getTime()
}
