import type { SensorKey } from '@eot/contract/vocabulary'
import type { Execute } from '../../platform/db/execute.queries.ts'
import { dayMs } from './chunk.ts'
import { type SectionsRow, sectionOfRow, selectSections } from './chunks.queries.ts'
import { joinedReals, joinedTimes, toEpochMs, toReals } from './joined-columns.ts'
import { unpackNumbers } from './packed-numbers.ts'
import { sections } from './reading-chunk.ts'
import type { TimedColumns } from './readings-of-device.queries.ts'
import { columnKeys, columnNames } from './sensor-columns.ts'

interface Place {
  deviceNos: readonly number[]
  /** Epoch ms. */
  from: number
  to: number
}

/** Readings of a device, in no particular order. Round values to single precision before comparing them: chunks have decimals. */
export interface ReadingsOfDevice extends TimedColumns {
  no: number
}

/** This many chunks are read and unpacked before yielding to other work. A day has some 17,000 readings at most. */
const chunksAtOnce = 10
const devicesAtOnce = 100

/**
 * Yields the readings of devices in [from, to), compact or not, column by column: much faster than row by row. The first and
 * the last day of a device may be included completely. Must run in a repeatable-read transaction, since readings may become
 * compact in the meantime.
 */
export async function* readReadings(
  execute: Execute,
  place: Place,
  keys: readonly SensorKey[],
): AsyncGenerator<ReadingsOfDevice> {
  const columns = keys.map((key) => columnKeys.indexOf(key))
  for (const deviceNos of slices(place.deviceNos, devicesAtOnce))
    yield* await readTable(execute, { ...place, deviceNos }, columns)
  const chunksOfDevice = (place.to - place.from) / dayMs + 1
  for (const deviceNos of slices(place.deviceNos, Math.max(1, Math.floor(chunksAtOnce / chunksOfDevice))))
    yield* readChunks(execute, { ...place, deviceNos }, columns)
}

async function readTable(
  execute: Execute,
  { deviceNos, from, to }: Place,
  columns: readonly number[],
): Promise<ReadingsOfDevice[]> {
  const values = columns.map(
    (column, index) => `, ${joinedReals(columnNames[column] ?? '')} as values${index}`,
  )
  const rows = await execute<Record<string, Buffer> & { no: number }>(
    `select device_no as no, ${joinedTimes('at')} as times ${values.join('')}
     from unnest($1::int[]) as wanted (no) join reading on device_no = wanted.no and at >= $2 and at < $3
     group by device_no`,
    [deviceNos, new Date(from), new Date(to)],
  )
  return rows.map(({ no, times = Buffer.alloc(0), ...packed }) => ({
    no,
    times: toEpochMs(times),
    columns: columns.map((_, index) => toReals(packed[`values${index}`])),
  }))
}

async function* readChunks(
  execute: Execute,
  { deviceNos, from, to }: Place,
  columns: readonly number[],
): AsyncGenerator<ReadingsOfDevice> {
  const kinds = columns.map(sections.kind)
  const rows = await execute<SectionsRow & { no: number; start: Date; count: number }>(
    `select device_no as no, start, count, ${selectSections([sections.times, ...kinds])}
     from unnest($1::int[]) as wanted (no)
     join reading_chunk on device_no = wanted.no and start > $2::timestamptz - interval '1 day' and start < $3`,
    [deviceNos, new Date(from), new Date(to)],
  )
  for (const { no, start, count, ...packed } of rows)
    yield {
      no,
      times: unpackNumbers(sectionOfRow(packed, sections.times), count).map((time) => start.getTime() + time),
      columns: kinds.map((section) => unpackNumbers(sectionOfRow(packed, section), count)),
    }
}

function* slices<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size)
}
