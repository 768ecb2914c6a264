import type { SensorKey } from '@eot/contract/vocabulary'
import type { Execute } from '../../platform/db/execute.queries.ts'
import { bucketTables, type Level } from './level.ts'
import { readCompactMinutes } from './minute-chunks.queries.ts'
import { column } from './series.queries.ts'
import { addPart, type Part } from './series.ts'

/** Where to read a device from. */
export interface Source {
  no: number
  /** Epoch ms, included. */
  from: number
  /** Epoch ms, excluded. Default: the end of all. */
  to?: number | undefined
  /** If given, all that is read counts to the bucket that starts then, which is still open. */
  openFrom?: number
}

interface Wanted {
  /** All from the same time on, unless they are of open buckets. */
  sources: readonly Source[]
  to: number
  isMerged: boolean
}

interface PartsRow {
  no: number
  start: number
  counts: (number | null)[]
  sums: (number | null)[]
  bounds: (number | null)[]
}

interface Fields {
  counts: string[]
  sums: string[]
  /** The least and the greatest value of each key in turn. */
  bounds: string[]
}

const storedFields = (names: readonly string[]): Fields => ({
  counts: names.map((name) => `${name}_n`),
  sums: names.map((name) => `${name}_sum`),
  bounds: names.flatMap((name) => [`${name}_min`, `${name}_max`]),
})

const readFields = (names: readonly string[]): Fields => ({
  counts: names.map((name) => `(${name} is not null)::int`),
  // By way of the decimal, as the writer adds them up.
  sums: names.map((name) => `${name}::text::float8`),
  bounds: names.flatMap((name) => [name, name]),
})

const merged = ({ counts, sums, bounds }: Fields): Fields => ({
  counts: counts.map((count) => `sum(${count})`),
  sums: sums.map((sum) => `sum(${sum})`),
  bounds: bounds.map((bound, index) => (index % 2 === 0 ? `min(${bound})` : `max(${bound})`)),
})

/**
 * The stored buckets of a level, or the readings, from each source on until before `to`: for each key in turn, in no
 * particular order. `no` is 0 if the devices are merged.
 */
export async function listPartsOfMany(
  execute: Execute,
  level: Level | 'reading',
  wanted: Wanted,
  keys: readonly SensorKey[],
): Promise<{ no: number; parts: Part[][] }[]> {
  const { sources, to, isMerged } = wanted
  if (sources.length === 0 || keys.length === 0) return []
  const names = keys.map(column)
  const [table, at] = level === 'reading' ? ['reading', 'at'] : [bucketTables[level], 'bucket']
  const found = level === 'reading' ? readFields(names) : storedFields(names)
  const { counts, sums, bounds } = isMerged ? merged(found) : found
  const start = `coalesce(source.open_from, extract(epoch from ${at})::float8 * 1000)`
  // The bounds stay `real`: as double precision they would show digits that were never measured.
  const rows = await execute<PartsRow>(
    `select ${isMerged ? '0' : 'source.no'} as no, ${start} as start,
       array[${counts.join(', ')}]::int[] as counts, array[${sums.join(', ')}]::float8[] as sums,
       array[${bounds.join(', ')}]::real[] as bounds
     from unnest($1::int[], $2::timestamptz[], $3::timestamptz[], $4::float8[]) as source (no, since, until, open_from)
     join ${table} on ${table}.device_no = source.no and ${at} >= source.since and ${at} < $5
       and (source.until is null or ${at} < source.until)
     ${isMerged ? 'group by 2' : ''}`,
    [
      sources.map(({ no }) => no),
      sources.map(({ from }) => new Date(from)),
      sources.map(({ to: until }) => (until === undefined ? null : new Date(until))),
      sources.map(({ openFrom }) => openFrom ?? null),
      new Date(to),
    ],
  )
  const read = rows.map(({ no, start: at, counts, sums, bounds }) => ({
    no,
    parts: keys.map((_, index) => {
      const [count, sum] = [counts[index], sums[index]]
      const [min, max] = [bounds[index * 2], bounds[index * 2 + 1]]
      return count && sum != null && min != null && max != null ? [{ start: at, count, min, max, sum }] : []
    }),
  }))
  // What belongs to an open bucket is never compact.
  if (level !== 'minute' || sources.some(({ openFrom }) => openFrom !== undefined)) return read
  return [...read, ...(await listCompactParts(execute, wanted, keys))]
}

async function listCompactParts(
  execute: Execute,
  { sources, to, isMerged }: Wanted,
  keys: readonly SensorKey[],
): Promise<{ no: number; parts: Part[][] }[]> {
  const byDevice = new Map<number, Map<number, Part>[]>()
  const from = Math.min(...sources.map((source) => source.from))
  const deviceNos = sources.map(({ no }) => no)
  await readCompactMinutes(execute, { deviceNos, from, to }, keys, (part, index, deviceNo) => {
    const no = isMerged ? 0 : deviceNo
    const ofKeys = byDevice.get(no) ?? keys.map(() => new Map<number, Part>())
    byDevice.set(no, ofKeys)
    const known = ofKeys[index]?.get(part.start)
    if (known) addPart(known, part)
    else ofKeys[index]?.set(part.start, part)
  })
  return [...byDevice].map(([no, ofKeys]) => ({ no, parts: ofKeys.map((parts) => [...parts.values()]) }))
}
