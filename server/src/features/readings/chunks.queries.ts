import type { Execute } from '../../platform/db/execute.queries.ts'
import { isDistributed } from '../../platform/db/is-distributed.queries.ts'
import { inSlices } from '../../platform/in-slices.ts'
import { type Packed, sectionIn } from './chunk.ts'

/** Readings and minutes become compact when this old, or up to a day later. */
export const compactAfterMs = 86_400_000

/** Chosen at random: the key space of the advisory locks that serialize late readings of a device and its compaction. */
const lockSpace = 1_733_207_441

/** SQL for a section of a chunk; PostgreSQL reads no more of it. */
export const sectionOf = (section: number) => `section_of(data, starts, ${section})`

/** If more sections are needed, the whole chunk is read: looking up each section takes longer than reading the rest. */
const mostSeparate = 4
export const isReadWhole = (sections: readonly number[]) => sections.length > mostSeparate

/** A row with the columns of `selectSections`. */
export interface SectionsRow {
  starts?: number[] | null
  data?: Buffer | null
  [section: `section${number}`]: Buffer | null
}

export const selectSections = (sections: readonly number[]): string =>
  isReadWhole(sections)
    ? 'starts, data'
    : sections.map((section) => `${sectionOf(section)} as section${section}`).join(', ')

const noBytes = Buffer.alloc(0)

/** Returns one of the selected sections; an empty buffer if the row does not have it. */
export function sectionOfRow(row: SectionsRow, section: number): Buffer {
  const { starts, data } = row
  return starts && data ? sectionIn({ starts, data }, section) : (row[`section${section}`] ?? noBytes)
}

/**
 * Takes locks until the end of the transaction, so that no other transaction compacts data of the devices, or stores late
 * readings that may be compact.
 */
export async function lockChunks(execute: Execute, deviceNos: readonly number[]): Promise<void> {
  await execute(
    `select pg_advisory_xact_lock(${lockSpace}, no)
     from (select distinct no from unnest($1::int[]) no order by no) locked`,
    [deviceNos],
  )
}

/** The chunk of a device and a UTC day. */
export interface ChunkPlace {
  deviceNo: number
  startMs: number
}

export type StoredChunk = Packed & { count: number }

export async function findChunk(
  execute: Execute,
  table: string,
  { deviceNo, startMs }: ChunkPlace,
): Promise<StoredChunk | undefined> {
  const [chunk] = await execute<StoredChunk>(
    `select count, starts, data from ${table} where device_no = $1 and start = $2`,
    [deviceNo, new Date(startMs)],
  )
  return chunk
}

export async function storeChunk(
  execute: Execute,
  table: string,
  { deviceNo, startMs }: ChunkPlace,
  { count, starts, data }: StoredChunk,
): Promise<void> {
  await execute(
    `insert into ${table} (device_no, start, count, starts, data) values ($1, $2, $3, $4, $5)
     on conflict (device_no, start) do update
     set count = excluded.count, starts = excluded.starts, data = excluded.data`,
    [deviceNo, new Date(startMs), count, starts, data],
  )
}

/**
 * Lists devices with rows, in order of their numbers, after the given one. For distributed tables, lists devices that may have
 * some: the nodes would have to read all rows. Leaves out numbers that a deleted device had at earlier customers.
 */
export async function listDevicesOf(
  execute: Execute,
  table: string,
  after: number,
  limit: number,
): Promise<number[]> {
  if (await isDistributed(execute)) {
    const known = await execute<{ no: number }>(
      `select no from (select no from device_number union select no from former_device) known
       where no > $1 order by no limit $2`,
      [after, limit],
    )
    return known.map(({ no }) => no)
  }
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
 * Finds the oldest row of a device that may become compact, in epoch ms. Those of its newest day never do, since its open
 * buckets are computed from them, also when it returns to a former customer.
 */
export async function findOldestToCompact(
  execute: Execute,
  { table, time }: { table: string; time: string },
  deviceNo: number,
  olderThanMs: number,
): Promise<number | undefined> {
  const [row] = await execute<{ at: Date | null }>(
    `select min(${time}) as at from ${table} where device_no = $1 and ${time} < least($2, (
       select date_bin('1 day', coalesce(state.latest_at, number.latest_at) - interval '25 hours', '2000-01-01T00:00Z')
       from device_number number left join device_state state on state.device_no = number.no where number.no = $1))`,
    [deviceNo, new Date(olderThanMs)],
  )
  return row?.at?.getTime()
}

/** Packs sections one at a time, letting the event loop handle other work in between. */
export async function packSections(sections: readonly (() => Buffer)[]): Promise<Packed> {
  const packed: Buffer[] = []
  await inSlices(sections, 1, (slice) => packed.push(...slice.map((pack) => pack())))
  const starts = [0]
  for (const section of packed) starts.push((starts.at(-1) ?? 0) + section.length)
  return { starts, data: Buffer.concat(packed) }
}
