import type pg from 'pg'
import { type Execute, executeOn } from '../../platform/db/execute.queries.ts'
import { addValues, type Bucket, newBucket } from './bucket.ts'
import { bucketRows, encodeBucket } from './bucket-rows.queries.ts'
import { columnNames } from './sensor-columns.ts'
import { mergeBuckets } from './store-readings.queries.ts'

interface Minute {
  deviceNo: number
  /** The values of the late readings only. */
  bucket: Bucket
}

const keyOf = ({ deviceNo, bucket }: Minute) => `${deviceNo}/${bucket.start}`
const keySql = (device: string, start: string) =>
  `${device} || '/' || (extract(epoch from ${start}) * 1000)::bigint`
const wanted = 'unnest($1::int[], $2::timestamptz[]) as wanted (no, start)'

/**
 * Adds late readings, which the transaction has stored, to their minutes. A minute without a row gets one if it has several
 * readings now, or if it is compact. `omitsSingle`: minutes with a single reading may be left out.
 */
export async function mergeLateMinutes(
  client: pg.ClientBase,
  late: readonly Minute[],
  omitsSingle: boolean,
): Promise<void> {
  if (late.length === 0) return
  const execute = executeOn(client)
  const stored = await findStored(execute, late)
  const rows = bucketRows(late.length)
  for (const minute of late) if (stored.has(keyOf(minute))) encodeBucket(rows, minute.deviceNo, minute.bucket)
  const others = late.filter((minute) => !stored.has(keyOf(minute)))
  for (const { deviceNo, bucket } of await readMinutes(execute, others))
    if (bucket.readings > 1 || !omitsSingle) encodeBucket(rows, deviceNo, bucket)
  await mergeBuckets(client, 'minute', rows)
}

/** Returns which of the minutes have a row or are on a compact day, as `device/start`. */
async function findStored(execute: Execute, minutes: readonly Minute[]): Promise<Set<string>> {
  const rows = await execute<{ key: string }>(
    `select ${keySql('device_no', 'bucket')} as key
     from ${wanted} join reading_minute on device_no = wanted.no and bucket = wanted.start`,
    placesOf(minutes),
  )
  // Not in the same statement, for which Citus would collect the rows of all nodes.
  const compact = await execute<{ key: string }>(
    `select ${keySql('device_no', 'wanted.start')} as key
     from ${wanted} join reading_minute_chunk c
       on device_no = wanted.no and c.start = date_bin('1 day', wanted.start, '2000-01-01T00:00Z')`,
    placesOf(minutes),
  )
  return new Set([...rows, ...compact].map(({ key }) => key))
}

/** Computes minutes from all their readings that are not compact. */
async function readMinutes(execute: Execute, minutes: readonly Minute[]): Promise<Minute[]> {
  if (minutes.length === 0) return []
  const rows = await execute<{ key: string; values: (number | null)[] }>(
    `select ${keySql('device_no', 'wanted.start')} as key, array[${columnNames.join(', ')}]::real[] as values
     from ${wanted} join reading
       on device_no = wanted.no and at >= wanted.start and at < wanted.start + interval '1 minute'`,
    placesOf(minutes),
  )
  const read = minutes.map(({ deviceNo, bucket }) => ({ deviceNo, bucket: newBucket(bucket.start) }))
  const byKey = new Map(read.map((minute) => [keyOf(minute), minute]))
  for (const { key, values } of rows) {
    const minute = byKey.get(key)
    if (minute)
      addValues(
        minute.bucket,
        values.map((value) => value ?? Number.NaN),
      )
  }
  return read
}

const placesOf = (minutes: readonly Minute[]) => [
  minutes.map(({ deviceNo }) => deviceNo),
  minutes.map(({ bucket }) => new Date(bucket.start)),
]
