import { inSlices } from '../../platform/in-slices.ts'
import { asReal, exactly, packNumbers, unpackNumbers } from './packed-numbers.ts'
import { kindCount } from './sensor-columns.ts'

export const dayMs = 86_400_000

/** The UTC day of an instant. */
export const chunkStart = (at: number) => Math.floor(at / dayMs) * dayMs

/** Numbers of the sections of a chunk: the times, how much later each reading was received, and each kind in turn. */
export const sections = { times: 0, delays: 1, kind: (column: number) => 2 + column } as const
const sectionCount = 2 + kindCount

/** Readings of a device in order of time, by section; NaN where a reading has no value. Times in ms after the start. */
export type ChunkColumns = Float64Array[]

export interface Packed {
  starts: number[]
  data: Buffer
}

/** Packs columns one at a time, letting the event loop handle other work in between. */
export async function packChunk(columns: ChunkColumns): Promise<Packed> {
  const packed: Buffer[] = []
  await inSlices(columns, 1, ([column], index = packed.length) => {
    if (column) packed.push(packNumbers(column, index < 2 ? exactly : asReal))
  })
  const starts = [0]
  for (const section of packed) starts.push((starts.at(-1) ?? 0) + section.length)
  return { starts, data: Buffer.concat(packed) }
}

export function unpackChunk({ starts, data }: Packed, count: number): ChunkColumns {
  return Array.from({ length: sectionCount }, (_, section) =>
    unpackNumbers(data.subarray(starts[section], starts[section + 1]), count),
  )
}

/** Readings of both in order of time. No reading may be in both. */
export function mergeColumns(first: ChunkColumns, second: ChunkColumns): ChunkColumns {
  const joined = first.map((column, section) => Float64Array.of(...column, ...(second[section] ?? [])))
  const times = joined[sections.times] ?? new Float64Array()
  const order = Uint32Array.from(times.keys()).sort((a, b) => (times[a] as number) - (times[b] as number))
  return joined.map((column) => Float64Array.from(order, (place) => column[place] as number))
}
