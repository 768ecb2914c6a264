import type { SensorKey } from '@eot/contract/vocabulary'
import type { Execute } from '../../platform/db/execute.queries.ts'
import { joined, joinedReals, joinedTimes } from './joined-columns.ts'
import { columnsOf, type JoinedRows, namedAs, type PartsOfDevice, partsOf } from './joined-parts.ts'
import { bucketTables, type Level } from './level.ts'
import { readCompactMinutes } from './minute-chunks.queries.ts'
import { listMinuteGaps } from './minute-gaps.queries.ts'
import {
  type Field,
  joinedField,
  mergedField,
  minuteOfReading,
  readField,
  storedField,
} from './part-fields.ts'
import { sourcesOf } from './range-groups.ts'
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

/** Where parts are read from: a table of buckets, or the readings, each of which is a part of its own. */
interface PartTable {
  name: string
  /** The column of the time. */
  at: string
  /** SQL for the start of a part. */
  start: string
  fieldOf: (name: string) => Field
  areReadings: boolean
}

const bucketTable = (level: Level): PartTable => ({
  name: bucketTables[level],
  at: 'bucket',
  start: 'bucket',
  fieldOf: storedField,
  areReadings: false,
})
const readingTable: PartTable = {
  name: 'reading',
  at: 'at',
  start: 'at',
  fieldOf: readField,
  areReadings: true,
}

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
    addAll(
      read,
      await listTableParts(execute, minutes, { ...wanted, sources, to: Number.POSITIVE_INFINITY }, keys),
    )
  }
  // Data of an open bucket is never compact.
  if (!areOpen) addAll(read, await listCompactParts(execute, wanted, keys))
  return read
}

/** Adds elements one by one: `push(...)` fails for more than about 100,000. */
function addAll<Element>(target: Element[], elements: readonly Element[]): void {
  for (const element of elements) target.push(element)
}

/** Returns sources of the readings in no stored minute. A minute that begins in a range belongs to it as a whole. */
async function gapsOf(execute: Execute, wanted: Wanted, areOpen: boolean): Promise<Source[]> {
  const ranges = rangesOf(wanted)
    .map((range) => ({ ...range, from: nextMinute(range.from), to: nextMinute(range.to) }))
    .filter(({ from, to }) => from < to)
  const gaps = await listMinuteGaps(execute, ranges, areOpen)
  return gaps.map(({ range, ...gap }) => ({ ...ranges[range], ...gap }))
}

const minuteMs = 60_000
const nextMinute = (at: number) => Math.ceil(at / minuteMs) * minuteMs

const rangesOf = ({ sources, to }: Wanted) =>
  sources
    .map((source) => ({ ...source, to: Math.min(source.to ?? to, to) }))
    .filter((source) => source.from < source.to)

async function listTableParts(
  execute: Execute,
  table: PartTable,
  wanted: Wanted,
  keys: readonly SensorKey[],
): Promise<PartsOfDevice[]> {
  const found: PartsOfDevice[] = []
  for (const source of sourcesOf(table.name, table.at, rangesOf(wanted))) {
    const sql = partsSql(table, keys, wanted.isMerged, source)
    const [rows] = await execute<JoinedRows>(sql, source.parameters)
    if (rows) addAll(found, partsOf(rows, keys.length))
  }
  return found
}

/**
 * Merged devices are added up by PostgreSQL. Otherwise, a reading is read as its value only, from which its count, minimum, maximum
 * and sum follow.
 */
function partsSql(
  { start, fieldOf, areReadings }: PartTable,
  keys: readonly SensorKey[],
  isMerged: boolean,
  source: { rows: string; openFrom: string },
): string {
  const fields = keys.map(column).map(fieldOf)
  const rows = (no: string, selected: readonly Field[]) =>
    `select ${no} as no, coalesce(${source.openFrom}, ${start}) as start, ${selected.map(namedAs).join(', ')} from ${source.rows}`
  const joinedValues = (_: unknown, index: number) =>
    areReadings && !isMerged
      ? `${joinedReals(`min${index}`)} as value${index}`
      : namedAs(joinedField(columnsOf(index)), index)
  return `select ${joined('int4send(no)')} as nos, ${joinedTimes('start')} as starts, ${keys.map(joinedValues).join(', ')}
    from (${isMerged ? `${rows('0', fields.map(mergedField))} group by 1, 2` : rows('device_no', fields)}) part`
}

async function listCompactParts(
  execute: Execute,
  { sources, to, isMerged }: Wanted,
  keys: readonly SensorKey[],
): Promise<PartsOfDevice[]> {
  const from = Math.min(...sources.map((source) => source.from))
  const place = { deviceNos: [...new Set(sources.map(({ no }) => no))], from, to }
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
