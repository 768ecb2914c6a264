import type pg from 'pg'
import { CopyEncoder } from '../../platform/db/copy-encoder.ts'
import { copyBytes, copyInto } from '../../platform/db/copy-into.ts'
import { isDistributedOn } from '../../platform/db/is-distributed.queries.ts'
import { bucketColumns } from './bucket-rows.queries.ts'
import { bucketTables, type Level } from './level.ts'
import { columnNames, kindCount, type Values } from './sensor-columns.ts'

const readingColumns = ['at', 'received_at', 'device_no', ...columnNames].join(', ')
const readingBytes = 64 + kindCount * 8

/** Creates the settings and staging tables of the single session that writes readings. */
export async function prepareSession(client: pg.ClientBase): Promise<void> {
  // Staging tables have no statistics, so the planner would scan whole tables for a few rows.
  await client.query(`
    set enable_hashjoin = off; set enable_mergejoin = off; set enable_seqscan = off; set jit = off;
    set synchronous_commit = on;
    create temp table if not exists late_reading (like reading) on commit delete rows;
    create temp table if not exists late_bucket (like reading_hour) on commit delete rows`)
}

export interface StoredReading {
  device: { no: number }
  /** Effective time and time of arrival, epoch ms. */
  at: number
  receivedAt: number
  values: Values
}

/** An encoder with room for this many readings. */
export const readingRows = (count: number): CopyEncoder => new CopyEncoder(64 + count * readingBytes)

export function encodeReadings(readings: readonly StoredReading[], rows: CopyEncoder): void {
  for (const { at, receivedAt, device, values } of readings) {
    rows.row(3 + kindCount, readingBytes)
    rows.instant(at)
    rows.instant(receivedAt)
    rows.int4(device.no)
    for (let column = 0; column < kindCount; column += 1) rows.float4(values[column] as number) // one per kind
  }
}

/** Inserts readings known to be new. A duplicate among them fails the transaction. */
export async function insertNewReadings(client: pg.ClientBase, rows: CopyEncoder): Promise<void> {
  await copyInto(client, `reading (${readingColumns})`, rows)
}

/** Inserts readings that may be duplicates. Returns those that were not, as `device/at`. */
export async function insertMissingReadings(
  client: pg.ClientBase,
  readings: readonly StoredReading[],
): Promise<Set<string>> {
  if (readings.length === 0) return new Set()
  await commitTogether(client)
  const late = readingRows(readings.length)
  encodeReadings(readings, late)
  await copyInto(client, `late_reading (${readingColumns})`, late)
  const { rows } = await client.query<{ key: string }>(
    `insert into reading (${readingColumns}) select ${readingColumns} from late_reading
     on conflict (device_no, at) do nothing
     returning device_no || '/' || (extract(epoch from at) * 1000)::bigint as key`,
  )
  return new Set(rows.map((row) => row.key))
}

/**
 * Makes Citus use two-phase commit for this transaction, as it does for every transaction with a COPY. Otherwise, a transaction
 * that writes to one node commits there first, and a crash before the coordinator commits would lose alerts, states and events.
 */
async function commitTogether(client: pg.ClientBase): Promise<void> {
  if (await isDistributedOn(client))
    await copyBytes(client, `reading (${readingColumns})`, readingRows(0).finish())
}

/** Returns which of the readings given to `insertMissingReadings` have other values at their instant, as `device/at`. */
export async function findContradictions(client: pg.ClientBase): Promise<Set<string>> {
  const { rows } = await client.query<{ key: string }>(
    `select l.device_no || '/' || (extract(epoch from l.at) * 1000)::bigint as key
     from late_reading l join reading r on r.device_no = l.device_no and r.at = l.at
     where (${columnNames.map((name) => `r.${name}`).join(', ')}) is distinct from (${columnNames.map((name) => `l.${name}`).join(', ')})`,
  )
  return new Set(rows.map((row) => row.key))
}

/** Inserts closed buckets. One that already exists fails the transaction. */
export async function insertBuckets(client: pg.ClientBase, level: Level, rows: CopyEncoder): Promise<void> {
  await copyInto(client, `${bucketTables[level]} (${bucketColumns})`, rows)
}

const mergeSets = columnNames
  .map(
    (name) => `
    ${name}_n = coalesce(t.${name}_n, 0) + coalesce(excluded.${name}_n, 0),
    ${name}_min = least(t.${name}_min, excluded.${name}_min),
    ${name}_max = greatest(t.${name}_max, excluded.${name}_max),
    ${name}_sum = case when t.${name}_sum is null then excluded.${name}_sum
      else t.${name}_sum + coalesce(excluded.${name}_sum, 0) end`,
  )
  .join(',')

/** Adds to buckets that may already exist. */
export async function mergeBuckets(client: pg.ClientBase, level: Level, rows: CopyEncoder): Promise<void> {
  if (rows.rows === 0) return
  await client.query('truncate late_bucket')
  await copyInto(client, `late_bucket (${bucketColumns})`, rows)
  await client.query(
    `insert into ${bucketTables[level]} as t (${bucketColumns}) select ${bucketColumns} from late_bucket
     on conflict (device_no, bucket) do update set ${mergeSets}`,
  )
}
