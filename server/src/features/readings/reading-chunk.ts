import { type Packed, sectionIn } from './chunk.ts'
import { asReal, exactly, packNumbers, unpackNumbers } from './packed-numbers.ts'
import { kindCount } from './sensor-columns.ts'

/** The section numbers of a chunk: the times, how much later each reading was received, and each kind. */
export const sections = { times: 0, delays: 1, kind: (column: number) => 2 + column } as const
const sectionCount = sections.kind(kindCount)

/** Readings of a device in order of time, by section; NaN where a reading has no value. Times in ms after the start. */
export type ReadingColumns = Float64Array[]

/** Packs each section when called. */
export const readingSections = (columns: ReadingColumns) =>
  columns.map((column, section) => () => packNumbers(column, section < sections.kind(0) ? exactly : asReal))

export function unpackReadings(packed: Packed, count: number): ReadingColumns {
  return Array.from({ length: sectionCount }, (_, section) =>
    unpackNumbers(sectionIn(packed, section), count),
  )
}

/** Returns whether unpacking restores what was packed, to the last bit of each stored value. */
export const areSameReadings = (packed: ReadingColumns, unpacked: ReadingColumns): boolean =>
  packed.every((column, section) => {
    const other = unpacked[section]
    const stored = section < sections.kind(0) ? (value: number) => value : Math.fround
    return (
      other?.length === column.length &&
      column.every((value, place) => Object.is(stored(value), stored(other[place] as number)))
    )
  })

/** Returns whether two readings have the same time. */
export const hasRepeats = (columns: ReadingColumns): boolean =>
  (columns[sections.times] ?? []).some((time, place, times) => time === times[place - 1])

/** Merges readings in order of time. */
export function mergeReadings(first: ReadingColumns, second: ReadingColumns): ReadingColumns {
  const joined = first.map((column, section) => concatenated(column, second[section] ?? new Float64Array()))
  const times = joined[sections.times] ?? new Float64Array()
  const order = Uint32Array.from(times.keys()).sort((a, b) => (times[a] as number) - (times[b] as number))
  return joined.map((column) => Float64Array.from(order, (place) => column[place] as number))
}

function concatenated(first: Float64Array, second: Float64Array): Float64Array {
  const both = new Float64Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}
