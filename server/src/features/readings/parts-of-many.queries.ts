import type { SensorKey } from '@eot/contract/vocabulary'
import type { Execute } from '../../platform/db/execute.queries.ts'
import { bucketTables, type Level } from './level.ts'
import { readCompactMinutes } from './minute-chunks.queries.ts'
import { column } from './series.queries.ts'
import { addPart, type Part } from './series.ts'

/** Which device to read, and from when. */
export interface Source {
  no: number
  /** Epoch ms, included. */
  from: number
  /** Epoch ms, excluded. Default: no limit. */
  to?: number | undefined
  /** If given, everything read belongs to the bucket that starts then, which is still open. */
  openFrom?: number
}

interface Wanted {
  /** All start at the same time, unless they are for open buckets. */
  sources: readonly Source[]
  to: number
  isMerged: boolean
}

/** All parts of a device in one row, since a row for each would take longer to read than to find. */
interface PartsRow {
  no: number
  starts: number[]
  [values: `${'count' | 'sum' | 'min' | 'max'}${number}`]: (number | null)[]
}

/** SQL for the values read of a sensor. */
interface Field {
  count: string
  sum: string
  min: string
  max: string
}

const storedField = (name: string): Field => ({
  count: `${name}_n`,
  sum: `${name}_sum`,
  min: `${name}_min`,
  max: `${name}_max`,
})

const readField = (name: string): Field => ({
  count: `(${name} is not null)::int`,
  // Converted through the decimal text, since the writer adds decimals.
  sum: `${name}::text::float8`,
  min: name,
  max: name,
})

const mergedField = ({ count, sum, min, max }: Field): Field => ({
  count: `sum(${count})`,
  sum: `sum(${sum})`,
  min: `min(${min})`,
  max: `max(${max})`,
})

// The bounds stay `real`: as double precision they would show digits that were never measured.
const selected = ({ count, sum, min, max }: Field, index: number) =>
  `${count}::int as count${index}, ${sum}::float8 as sum${index}, ${min} as min${index}, ${max} as max${index}`

const gathered = (_: Field, index: number) =>
  (['count', 'sum', 'min', 'max'] as const)
    .map((name) => `array_agg(${name}${index}) as ${name}${index}`)
    .join(', ')

/**
 * Reads the stored buckets of a level, or the readings, of each source from its start until `to` (excluded): one list per key,
 * in no particular order. `no` is 0 if the devices are merged.
 */
export async function listPartsOfMany(
  execute: Execute,
  level: Level | 'reading',
  wanted: Wanted,
  keys: readonly SensorKey[],
): Promise<{ no: number; parts: Part[][] }[]> {
  const { sources, to, isMerged } = wanted
  if (sources.length === 0 || keys.length === 0) return []
  const [table, at] = level === 'reading' ? ['reading', 'at'] : [bucketTables[level], 'bucket']
  const areOpen = sources.some(({ openFrom }) => openFrom !== undefined)
  const isGrouped = isMerged || areOpen
  const found = keys.map(column).map(level === 'reading' ? readField : storedField)
  const fields = isGrouped ? found.map(mergedField) : found
  const start = `coalesce(source.open_from, extract(epoch from ${at})::float8 * 1000)`
  const rows = await execute<PartsRow>(
    `select no, array_agg(start) as starts, ${fields.map(gathered).join(', ')}
     from (
       select ${isMerged ? '0' : 'device_no'} as no, ${start} as start, ${fields.map(selected).join(', ')}
       from unnest($1::int[], $2::timestamptz[], $3::timestamptz[], $4::float8[]) as source (no, since, until, open_from)
       join ${table} on ${table}.device_no = source.no and ${at} >= source.since and ${at} < $5
         and (source.until is null or ${at} < source.until)
       ${isGrouped ? 'group by 1, 2' : ''}
     ) part
     group by no`,
    [
      sources.map(({ no }) => no),
      sources.map(({ from }) => new Date(from)),
      sources.map(({ to: until }) => (until === undefined ? null : new Date(until))),
      sources.map(({ openFrom }) => openFrom ?? null),
      new Date(to),
    ],
  )
  const read = rows.map((row) => ({ no: row.no, parts: keys.map((_, index) => partsOf(row, index)) }))
  // Data of an open bucket is never compact.
  if (level !== 'minute' || areOpen) return read
  return [...read, ...(await listCompactParts(execute, wanted, keys))]
}

function partsOf(row: PartsRow, index: number): Part[] {
  const [counts, sums, mins, maxs] = [
    row[`count${index}`],
    row[`sum${index}`],
    row[`min${index}`],
    row[`max${index}`],
  ]
  return row.starts.flatMap((start, place) => {
    const [count, sum, min, max] = [counts?.[place], sums?.[place], mins?.[place], maxs?.[place]]
    return count && sum != null && min != null && max != null ? [{ start, count, min, max, sum }] : []
  })
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
