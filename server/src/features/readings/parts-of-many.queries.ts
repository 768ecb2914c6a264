import type { SensorKey } from '@eot/contract/vocabulary'
import type { Execute } from '../../platform/db/execute.queries.ts'
import { joined, joinedTimes, toDoubles, toEpochMs, toIntegers, toReals } from './joined-columns.ts'
import { bucketTables, type Level } from './level.ts'
import { readCompactMinutes } from './minute-chunks.queries.ts'
import { listMinuteGaps } from './minute-gaps.queries.ts'
import { shortestDecimal } from './packed-numbers.ts'
import {
  type Field,
  joinedField,
  mergedField,
  minuteOfReading,
  readField,
  storedField,
} from './part-fields.ts'
import { groupParameters, groupRanges, groupsSql } from './range-groups.ts'
import { column } from './sensor-columns.ts'
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

interface PartsOfDevice {
  /** 0 if the devices are merged. */
  no: number
  /** By key. */
  parts: Part[][]
}

/** Where parts are read from: a table of buckets, or the readings, each of which is a part of its own. */
interface PartTable {
  table: string
  /** The column of the time. */
  at: string
  /** SQL for the start of a part. */
  start: string
  fieldOf: (name: string) => Field
}

const bucketTable = (level: Level): PartTable => ({
  table: bucketTables[level],
  at: 'bucket',
  start: 'bucket',
  fieldOf: storedField,
})
const readingTable: PartTable = { table: 'reading', at: 'at', start: 'at', fieldOf: readField }

/**
 * Reads the buckets of a level, or the readings, of each source from its start until `to` (excluded): one list per key, in no
 * particular order. `no` is 0 if the devices are merged.
 */
export async function listPartsOfMany(
  execute: Execute,
  level: Level | 'reading',
  wanted: Wanted,
  keys: readonly SensorKey[],
): Promise<PartsOfDevice[]> {
  if (wanted.sources.length === 0 || keys.length === 0) return []
  if (level === 'reading') return listTableParts(execute, readingTable, wanted, keys)
  const read = await listTableParts(execute, bucketTable(level), wanted, keys)
  if (level !== 'minute') return read
  const areOpen = wanted.sources.some(({ openFrom }) => openFrom !== undefined)
  const sources = await gapsOf(execute, wanted, areOpen)
  if (sources.length > 0) {
    const minutes = { ...readingTable, start: minuteOfReading }
    read.push(...(await listTableParts(execute, minutes, { ...wanted, sources }, keys)))
  }
  // Data of an open bucket is never compact.
  if (!areOpen) read.push(...(await listCompactParts(execute, wanted, keys)))
  return read
}

/** Returns sources of the readings in no stored minute. */
async function gapsOf(execute: Execute, wanted: Wanted, areOpen: boolean): Promise<Source[]> {
  const ranges = rangesOf(wanted)
  const gaps = await listMinuteGaps(execute, ranges, areOpen)
  return gaps.map(({ range, ...gap }) => ({ ...ranges[range], ...gap }))
}

const rangesOf = ({ sources, to }: Wanted) =>
  sources
    .map((source) => ({ ...source, to: Math.min(source.to ?? to, to) }))
    .filter((source) => source.from < source.to)

/** Values of all rows, joined in PostgreSQL's binary format: reading a row for each would take longer than finding it. */
type JoinedRows = Record<string, Buffer | null>

async function listTableParts(
  execute: Execute,
  { table, at, start: startOf, fieldOf }: PartTable,
  wanted: Wanted,
  keys: readonly SensorKey[],
): Promise<PartsOfDevice[]> {
  const { isMerged } = wanted
  const groups = groupRanges(rangesOf(wanted))
  if (groups.length === 0) return []
  const isGrouped = isMerged || groups.some(({ range }) => range.openFrom !== undefined)
  const fields = keys.map(column).map(fieldOf)
  const selected = isGrouped ? fields.map(mergedField) : fields
  const [rows] = await execute<JoinedRows>(
    `select ${joined('int4send(no)')} as nos, ${joinedTimes('start')} as starts,
       ${keys.map((_, index) => namedAs(joinedField(columnsOf(index)), index)).join(', ')}
     from (
       select ${isMerged ? '0' : 'device_no'} as no, coalesce(source.open_from, ${startOf}) as start,
         ${selected.map(namedAs).join(', ')}
       from ${groupsSql} source
       join ${table} on ${table}.device_no = any(source.nos) and ${table}.${at} >= source.since and ${table}.${at} < source.until
       ${isGrouped ? 'group by 1, 2' : ''}
     ) part`,
    groupParameters(groups),
  )
  return rows ? partsOf(rows, keys.length) : []
}

const columnsOf = (index: number): Field => ({
  count: `count${index}`,
  sum: `sum${index}`,
  min: `min${index}`,
  max: `max${index}`,
})

const namedAs = ({ count, sum, min, max }: Field, index: number) =>
  `${count} as count${index}, ${sum} as sum${index}, ${min} as min${index}, ${max} as max${index}`

function partsOf(rows: JoinedRows, keyCount: number): PartsOfDevice[] {
  const nos = toIntegers(rows.nos)
  const starts = toEpochMs(rows.starts ?? Buffer.alloc(0))
  const byDevice = new Map<number, Part[][]>()
  const emptyParts = () => Array.from({ length: keyCount }, (): Part[] => [])
  const parts = Array.from(nos, (no) => {
    const known = byDevice.get(no) ?? emptyParts()
    byDevice.set(no, known)
    return known
  })
  for (let index = 0; index < keyCount; index += 1) {
    const counts = toIntegers(rows[`count${index}`])
    const sums = toDoubles(rows[`sum${index}`])
    const [mins, maxs] = [toReals(rows[`min${index}`]), toReals(rows[`max${index}`])]
    counts.forEach((count, place) => {
      if (count === 0) return
      // As decimals, since the digits of single precision beyond were never measured.
      const [min, max] = [shortestDecimal(mins[place] as number), shortestDecimal(maxs[place] as number)] // one for each count
      parts[place]?.[index]?.push({
        start: starts[place] as number,
        count,
        min,
        max,
        sum: sums[place] as number,
      })
    })
  }
  return [...byDevice].map(([no, ofDevice]) => ({ no, parts: ofDevice }))
}

async function listCompactParts(
  execute: Execute,
  { sources, to, isMerged }: Wanted,
  keys: readonly SensorKey[],
): Promise<PartsOfDevice[]> {
  const from = Math.min(...sources.map((source) => source.from))
  const place = { deviceNos: sources.map(({ no }) => no), from, to }
  if (isMerged) return [{ no: 0, parts: await mergeCompactParts(execute, place, keys) }]
  const byDevice = new Map<number, Part[][]>()
  await readCompactMinutes(execute, place, keys, (part, index, no) => {
    const parts = byDevice.get(no) ?? keys.map(() => [])
    byDevice.set(no, parts)
    parts[index]?.push(part)
  })
  return [...byDevice].map(([no, parts]) => ({ no, parts }))
}

/** Adds up the minutes of all devices while they are read, since there may be millions. */
async function mergeCompactParts(
  execute: Execute,
  place: { deviceNos: readonly number[]; from: number; to: number },
  keys: readonly SensorKey[],
): Promise<Part[][]> {
  const ofKeys = keys.map(() => new Map<number, Part>())
  await readCompactMinutes(execute, place, keys, (part, index) => {
    const known = ofKeys[index]?.get(part.start)
    if (known) addPart(known, part)
    else ofKeys[index]?.set(part.start, part)
  })
  return ofKeys.map((parts) => [...parts.values()])
}
