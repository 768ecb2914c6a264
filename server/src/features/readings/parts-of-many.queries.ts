import type { SensorKey } from '@eot/contract/vocabulary'
import type { Execute } from '../../platform/db/execute.queries.ts'
import { joined, joinedReals, joinedTimes } from './joined-columns.ts'
import { columnsOf, type JoinedRows, namedAs, type TakeParts, takeJoined } from './joined-parts.ts'
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
import type { Source } from './read-steps.ts'
import { column } from './sensor-columns.ts'

export interface PartsWanted {
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

/** Reads the buckets of a level, or the readings, of each source from its start until `to` (excluded). */
export async function readPartsOfMany(
  execute: Execute,
  level: Level | 'reading',
  wanted: PartsWanted,
  keys: readonly SensorKey[],
  take: TakeParts,
): Promise<void> {
  if (wanted.sources.length === 0 || keys.length === 0) return
  if (level === 'reading') return readTable(execute, readingTable, wanted, keys, take)
  await readTable(execute, bucketTable(level), wanted, keys, take)
  if (level !== 'minute') return
  const areOpen = wanted.sources.some(({ openFrom }) => openFrom !== undefined)
  const sources = await gapsOf(execute, wanted, areOpen)
  const minutes = { ...readingTable, start: minuteOfReading }
  await readTable(execute, minutes, { ...wanted, sources, to: Number.POSITIVE_INFINITY }, keys, take)
  if (areOpen) return // Data of an open bucket is never compact.
  // Not `Math.min(...)`: a call cannot have as many arguments as there may be sources.
  const from = wanted.sources.reduce(
    (least, source) => Math.min(least, source.from),
    Number.POSITIVE_INFINITY,
  )
  const deviceNos = [...new Set(wanted.sources.map(({ no }) => no))]
  await readCompactMinutes(execute, { deviceNos, from, to: wanted.to }, keys, take)
}

/** Returns the time ranges in which no minutes are stored. A minute belongs to the range in which it begins. */
async function gapsOf(execute: Execute, wanted: PartsWanted, areOpen: boolean): Promise<Source[]> {
  const ranges = rangesOf(wanted)
    .map((range) => ({ ...range, from: nextMinute(range.from), to: nextMinute(range.to) }))
    .filter(({ from, to }) => from < to)
  const gaps = await listMinuteGaps(execute, ranges, areOpen)
  return gaps.map(({ range, ...gap }) => ({ ...ranges[range], ...gap }))
}

const minuteMs = 60_000
const nextMinute = (at: number) => Math.ceil(at / minuteMs) * minuteMs

const rangesOf = ({ sources, to }: PartsWanted) =>
  sources
    .map((source) => ({ ...source, to: Math.min(source.to ?? to, to) }))
    .filter((source) => source.from < source.to)

async function readTable(
  execute: Execute,
  table: PartTable,
  wanted: PartsWanted,
  keys: readonly SensorKey[],
  take: TakeParts,
): Promise<void> {
  for (const source of sourcesOf(table.name, table.at, rangesOf(wanted))) {
    // The starts are left out if they are known and all the same.
    const start = source.onlyOpenFrom
    const sql = partsSql(table, keys, wanted.isMerged, source)
    const [rows] = await execute<JoinedRows>(sql, source.parameters)
    if (rows) takeJoined(rows, { keyCount: keys.length, start }, take)
  }
}

/**
 * Merged devices are added up by PostgreSQL. Otherwise, a reading is read as its value only, from which its count, minimum, maximum
 * and sum follow.
 */
function partsSql(
  { start, fieldOf, areReadings }: PartTable,
  keys: readonly SensorKey[],
  isMerged: boolean,
  source: { rows: string; openFrom: string; onlyOpenFrom: number | undefined },
): string {
  const fields = keys.map(column).map(fieldOf)
  const rows = (no: string, selected: readonly Field[]) =>
    `select ${no} as no, coalesce(${source.openFrom}, ${start}) as start, ${selected.map(namedAs).join(', ')} from ${source.rows}`
  const joinedValues = (_: unknown, index: number) =>
    areReadings && !isMerged
      ? `${joinedReals(`min${index}`)} as value${index}`
      : namedAs(joinedField(columnsOf(index)), index)
  const starts = source.onlyOpenFrom === undefined ? `${joinedTimes('start')} as starts, ` : ''
  return `select ${joined('int4send(no)')} as nos, ${starts}${keys.map(joinedValues).join(', ')}
    from (${isMerged ? `${rows('0', fields.map(mergedField))} group by 1, 2` : rows('device_no', fields)}) part`
}
