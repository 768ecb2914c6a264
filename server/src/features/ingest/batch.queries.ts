import type pg from 'pg'
import { CopyEncoder } from '../../platform/db/copy-encoder.ts'
import { copyInto } from '../../platform/db/copy-into.ts'
import { bucketColumns } from './bucket-rows.ts'
import { columnNames, kindCount } from './columns.ts'
import { type DeviceEntry, runtimeOf } from './device-entry.ts'
import type { ReadingInput } from './input.ts'
import type { Level, Plan } from './plan.ts'

const readingColumns = ['at', 'received_at', 'device_no', ...columnNames].join(', ')
const readingBytes = 64 + kindCount * 8

/** Settings and staging tables of the one session that writes readings. */
export async function prepareSession(client: pg.ClientBase): Promise<void> {
  // Staging tables have no statistics; the planner would scan whole tables for a handful of rows.
  await client.query(`
    set enable_hashjoin = off; set enable_mergejoin = off; set enable_seqscan = off; set jit = off;
    set synchronous_commit = on;
    create temp table if not exists late_reading (like reading) on commit delete rows;
    create temp table if not exists late_bucket (like reading_hour) on commit delete rows`)
}

/** Room for so many readings. */
export const readingRows = (count: number): CopyEncoder => new CopyEncoder(64 + count * readingBytes)

export function encodeReadings(readings: readonly ReadingInput[], rows: CopyEncoder): void {
  for (const { at, receivedAt, device, values } of readings) {
    rows.row(3 + kindCount, readingBytes)
    rows.instant(at)
    rows.instant(receivedAt)
    rows.int4(device.no)
    for (let column = 0; column < kindCount; column += 1) rows.float4(values[column] as number) // one for each kind
  }
}

/** Readings known to be new. A repeat among them fails the transaction. */
export async function insertNewReadings(client: pg.ClientBase, rows: CopyEncoder): Promise<void> {
  await copyInto(client, `reading (${readingColumns})`, rows)
}

/** Readings that may be repeats: answers which of them are not, as `device/at`. */
export async function insertMissingReadings(
  client: pg.ClientBase,
  readings: readonly ReadingInput[],
): Promise<Set<string>> {
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

/** Values stored at the instants of repeats, to tell a repeat from a contradiction. */
export async function findContradictions(
  client: pg.ClientBase,
  readings: readonly ReadingInput[],
): Promise<Set<string>> {
  const { rows } = await client.query<{ key: string }>(
    `select l.device_no || '/' || (extract(epoch from l.at) * 1000)::bigint as key
     from late_reading l join reading r on r.device_no = l.device_no and r.at = l.at
     where (${columnNames.map((name) => `r.${name}`).join(', ')}) is distinct from (${columnNames.map((name) => `l.${name}`).join(', ')})`,
  )
  return readings.length === 0 ? new Set() : new Set(rows.map((row) => row.key))
}

const tables: Record<Level, string> = { minute: 'reading_minute', hour: 'reading_hour', day: 'reading_day' }

/** Buckets that are over for their device. One written before fails the transaction. */
export async function insertBuckets(client: pg.ClientBase, level: Level, rows: CopyEncoder): Promise<void> {
  await copyInto(client, `${tables[level]} (${bucketColumns})`, rows)
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

/** Adds to buckets that may be written already. */
export async function mergeBuckets(client: pg.ClientBase, level: Level, rows: CopyEncoder): Promise<void> {
  if (rows.rows === 0) return
  await client.query('truncate late_bucket')
  await copyInto(client, `late_bucket (${bucketColumns})`, rows)
  await client.query(
    `insert into ${tables[level]} as t (${bucketColumns}) select ${bucketColumns} from late_bucket
     on conflict (device_no, bucket) do update set ${mergeSets}`,
  )
}

const listed = <T>(rows: readonly T[], pick: (row: T) => string | number | boolean | null) =>
  `{${rows.map((row) => pick(row) ?? 'NULL').join(',')}}`
const quoted = (text: string | null) => (text === null ? null : `"${text.replace(/["\\]/g, '\\$&')}"`)
const seconds = (ms: number | null) => (ms === null || !Number.isFinite(ms) ? null : ms / 1000)

const stateColumns = columnNames.map((name) => `${name} = x.${name}`).join(', ')
const stateUpdate = `
  update device_state d set version = d.version + 1, last_seen_at = to_timestamp(x.last_seen), latest_at = to_timestamp(x.latest),
    online = x.online, online_changed_at = to_timestamp(x.changed), migrating = x.migrating, resetting = x.resetting,
    failing = x.failing, skewed = x.skewed, firmware = x.firmware, reported_interval = x.interval,
    engine = coalesce(x.engine::jsonb, d.engine), ${stateColumns}
  from unnest($1::int[], $2::int[], $3::float8[], $4::float8[], $5::bool[], $6::float8[], $7::bool[], $8::bool[],
    $9::bool[], $10::bool[], $11::text[], $12::int[], $13::text[], ${columnNames.map((_, index) => `$${index + 14}::real[]`).join(', ')})
    as x (no, version, last_seen, latest, online, changed, migrating, resetting, failing, skewed, firmware, interval, engine,
      ${columnNames.join(', ')})
  where d.device_no = x.no and d.version = x.version`

/** States as they are to be written, with the version each was computed from. */
export interface StateRows {
  count: number
  values: string[]
}

export function stateRows(plan: Plan): StateRows {
  // Always in the same order, so that two programs never wait for each other.
  const devices = [...plan.touched].sort((a, b) => a.no - b.no)
  const states = devices.map((device) => ({ device, runtime: runtimeOf(device) }))
  const values = [
    listed(states, ({ device }) => device.no),
    listed(states, ({ runtime }) => runtime.version),
    listed(states, ({ runtime }) => seconds(runtime.lastSeenAt)),
    listed(states, ({ runtime }) => seconds(runtime.latestAt)),
    listed(states, ({ runtime }) => runtime.isOnline),
    listed(states, ({ runtime }) => seconds(runtime.onlineChangedAt)),
    listed(states, ({ runtime }) => runtime.flags.migrating),
    listed(states, ({ runtime }) => runtime.flags.resetting),
    listed(states, ({ runtime }) => runtime.flags.failing),
    listed(states, ({ runtime }) => runtime.isSkewed),
    listed(states, ({ runtime }) => quoted(runtime.firmware)),
    listed(states, ({ runtime }) => runtime.reportedInterval),
    listed(states, ({ device }) => quoted(plan.engineChanged.has(device) ? engineJson(device) : null)),
    ...columnNames.map((_, column) =>
      listed(states, ({ runtime }) => {
        const value = runtime.latest[column] as number // one for each kind
        return Number.isNaN(value) ? null : value
      }),
    ),
  ]
  return { count: states.length, values }
}

/** Writes states where nobody else has; answers how many were written. Their versions are then one higher. */
export async function updateStates(client: pg.ClientBase, { count, values }: StateRows): Promise<number> {
  if (count === 0) return 0
  const { rowCount } = await client.query({ name: 'update-device-states', text: stateUpdate, values })
  return rowCount ?? 0
}

function engineJson(device: DeviceEntry): string {
  return JSON.stringify(Object.fromEntries(device.runtime?.engine ?? []))
}
