import type { SensorKey } from '@eot/contract/vocabulary'
import type { Execute } from '../../platform/db/execute.queries.ts'
import { dayMs, type Packed, sectionIn } from './chunk.ts'
import {
  type ChunkPlace,
  findChunk,
  packSections,
  type SectionsRow,
  sectionOfRow,
  selectSections,
  storeChunk,
} from './chunks.queries.ts'
import { Uncompactable } from './compact-table.command.ts'
import { joined, joinedReals, toDoubles, toIntegers, toMilliseconds, toReals } from './joined-columns.ts'
import type { TakeParts } from './joined-parts.ts'
import { minutesOf } from './minutes-of-readings.ts'
import {
  areSameBuckets,
  mergeBucketColumns,
  packBuckets,
  type TimedBuckets,
  unpackBuckets,
} from './packed-buckets.ts'
import { exactly, packNumbers, unpackNumbers } from './packed-numbers.ts'
import type { ReadingColumns } from './reading-chunk.ts'
import { columnKeys, columnNames } from './sensor-columns.ts'

const chunks = 'reading_minute_chunk'
const timesSection = 0
const kindSection = (column: number) => 1 + column

/**
 * Adds minutes of a device and a day, and the readings of the same day, to its chunk. If there is none yet, minutes of a single
 * reading have not been stored anywhere.
 */
export async function addToMinuteChunk(
  execute: Execute,
  place: ChunkPlace,
  stored: TimedBuckets,
  readings: ReadingColumns,
): Promise<void> {
  const known = await findChunk(execute, chunks, place)
  const others = known ? unpackMinutes(known, known.count) : minutesOf(readings, stored.times)
  const buckets = mergeBucketColumns(others, stored)
  const packed = await packMinutes(buckets)
  const count = buckets.times.length
  if (!areSameMinutes(buckets, unpackMinutes(packed, count)))
    throw new Uncompactable('minutes would not come back as they were')
  await storeChunk(execute, chunks, place, { count, ...packed })
}

const packMinutes = ({ times, kinds }: TimedBuckets): Promise<Packed> =>
  packSections([() => packNumbers(times, exactly), ...kinds.map((buckets) => () => packBuckets(buckets))])

const unpackMinutes = (packed: Packed, count: number): TimedBuckets => ({
  times: unpackNumbers(sectionIn(packed, timesSection), count),
  kinds: columnNames.map((_, column) => unpackBuckets(sectionIn(packed, kindSection(column)), count)),
})

const areSameMinutes = (minutes: TimedBuckets, others: TimedBuckets): boolean =>
  minutes.times.every((time, place) => time === others.times[place]) &&
  minutes.kinds.every((buckets, kind) => areSameBuckets(buckets, others.kinds[kind] ?? buckets))

/** Removes the minutes of a device and a day from `reading_minute` and returns them, in order of time. */
export async function takeMinutes(
  execute: Execute,
  { deviceNo, startMs }: ChunkPlace,
): Promise<TimedBuckets> {
  const values = columnNames.flatMap((name) => [
    `${joined(`int4send(coalesce(${name}_n, 0))`)} as ${name}_n`,
    `${joinedReals(`${name}_min`)} as ${name}_min`,
    `${joinedReals(`${name}_max`)} as ${name}_max`,
    `${joined(`float8send(coalesce(${name}_sum, 'NaN'))`)} as ${name}_sum`,
  ])
  const [taken] = await execute<Record<string, Buffer | null>>(
    `with taken as (delete from reading_minute where device_no = $1 and bucket >= $2 and bucket < $3 returning *)
     select ${joined('int8send((extract(epoch from bucket - $2) * 1000000)::bigint)')} as times, ${values.join(', ')}
     from (select * from taken order by bucket) taken`,
    [deviceNo, new Date(startMs), new Date(startMs + dayMs)],
  )
  return {
    times: toMilliseconds(taken?.times ?? Buffer.alloc(0)),
    kinds: columnNames.map((name) => ({
      counts: toIntegers(taken?.[`${name}_n`]),
      mins: toReals(taken?.[`${name}_min`]),
      maxs: toReals(taken?.[`${name}_max`]),
      sums: toDoubles(taken?.[`${name}_sum`]),
    })),
  }
}

/** This many are read and unpacked before yielding to other work. */
const chunksAtOnce = 100

/**
 * Reads the compact minutes of devices that start in [from, to), in no particular order. If a minute got late readings, these are in
 * `reading_minute`, and both have to be added up. Outside of a snapshot, read `reading_minute` first: a minute that becomes compact
 * in between is then read twice instead of not at all.
 */
export async function readCompactMinutes(
  execute: Execute,
  { deviceNos, from, to }: { deviceNos: readonly number[]; from: number; to: number },
  keys: readonly SensorKey[],
  take: TakeParts,
): Promise<void> {
  const sections = keys.map((key) => kindSection(columnKeys.indexOf(key)))
  const devicesAtOnce = Math.max(1, Math.floor(chunksAtOnce / ((to - from) / dayMs + 1)))
  for (let at = 0; at < deviceNos.length; at += devicesAtOnce) {
    const rows = await execute<SectionsRow & { no: number; start: Date; count: number }>(
      `select device_no as no, start, count, ${selectSections([timesSection, ...sections])}
       from ${chunks} where device_no = any($1::int[]) and start > $2::timestamptz - interval '1 day' and start < $3`,
      [deviceNos.slice(at, at + devicesAtOnce), new Date(from), new Date(to)],
    )
    for (const { no, start: day, count, ...packed } of rows) {
      const times = unpackNumbers(sectionOfRow(packed, timesSection), count)
      const starts = times.map((time) => day.getTime() + time)
      const nos = new Float64Array(count).fill(no)
      for (const [index, section] of sections.entries()) {
        const buckets = unpackBuckets(sectionOfRow(packed, section), count)
        // Chunks contain whole days, which may be only partly in the range.
        const counts = buckets.counts.map((number, place) => {
          const start = starts[place] as number // one for each count
          return start >= from && start < to ? number : 0
        })
        take(index, { nos, starts }, { ...buckets, counts })
      }
    }
  }
}
