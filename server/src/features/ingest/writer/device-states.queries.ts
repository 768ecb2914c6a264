import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { arrayParameter } from '../../../platform/db/array-parameter.ts'
import type { Execute } from '../../../platform/db/execute.queries.ts'
import { columnNames } from '../../readings/index.ts'
import { type DeviceEntry, runtimeOf } from '../devices/device-entry.ts'
import type { Plan } from './plan.ts'

const texts = <T>(rows: readonly T[], pick: (row: T) => string | null) =>
  `{${rows.map((row) => pick(row) ?? 'NULL').join(',')}}`
const quoted = (text: string | null) => (text === null ? null : `"${text.replace(/["\\]/g, '\\$&')}"`)
const seconds = (ms: number | null) => (ms === null || !Number.isFinite(ms) ? null : ms / 1000)

const stateColumns = columnNames.map((name) => `${name} = x.${name}`).join(', ')
const stateUpdate = `
  update device_state d set version = d.version + 1, last_seen_at = to_timestamp(x.last_seen), latest_at = to_timestamp(x.latest),
    open_at = to_timestamp(x.latest), open_hour = to_timestamp(x.open_hour), open_day = to_timestamp(x.open_day),
    online = x.online, online_changed_at = to_timestamp(x.changed), migrating = x.migrating, resetting = x.resetting,
    failing = x.failing, skewed = x.skewed, firmware = x.firmware, reported_interval = x.interval,
    history_changed_at = case when x.is_late or d.history_version is distinct from d.version then clock_timestamp()
      else d.history_changed_at end, history_version = d.version + 1,
    engine = coalesce(x.engine::jsonb, d.engine), ${stateColumns}
  from unnest($1::int[], $2::int[], $3::float8[], $4::float8[], $5::bool[], $6::float8[], $7::bool[], $8::bool[],
    $9::bool[], $10::bool[], $11::text[], $12::int[], $13::text[], $14::float8[], $15::float8[], $16::bool[],
    ${columnNames.map((_, index) => `$${index + 17}::real[]`).join(', ')})
    as x (no, version, last_seen, latest, online, changed, migrating, resetting, failing, skewed, firmware, interval, engine,
      open_hour, open_day, is_late, ${columnNames.join(', ')})
  where d.device_no = x.no and d.version = x.version`

/** States to write, each with the version it was computed from. */
export interface StateRows {
  count: number
  values: (Buffer | string)[]
}

export function stateRows(plan: Plan): StateRows {
  // Always in the same order, so that two processes cannot deadlock.
  const devices = [...plan.touched].sort((a, b) => a.no - b.no)
  const states = devices.map((device) => ({ device, runtime: runtimeOf(device) }))
  const values = [
    arrayParameter('int4', states, ({ device }) => device.no),
    arrayParameter('int4', states, ({ runtime }) => runtime.version),
    arrayParameter('float8', states, ({ runtime }) => seconds(runtime.lastSeenAt)),
    arrayParameter('float8', states, ({ runtime }) => seconds(runtime.latestAt)),
    arrayParameter('bool', states, ({ runtime }) => runtime.isOnline),
    arrayParameter('float8', states, ({ runtime }) => seconds(runtime.onlineChangedAt)),
    arrayParameter('bool', states, ({ runtime }) => runtime.flags.migrating),
    arrayParameter('bool', states, ({ runtime }) => runtime.flags.resetting),
    arrayParameter('bool', states, ({ runtime }) => runtime.flags.failing),
    arrayParameter('bool', states, ({ runtime }) => runtime.isSkewed),
    texts(states, ({ runtime }) => quoted(runtime.firmware)),
    arrayParameter('int4', states, ({ runtime }) => runtime.reportedInterval),
    texts(states, ({ device }) => quoted(plan.engineChanged.has(device) ? engineJson(device) : null)),
    arrayParameter('float8', states, ({ runtime }) => seconds(runtime.hour.start)),
    arrayParameter('float8', states, ({ runtime }) => seconds(runtime.day.start)),
    arrayParameter('bool', states, ({ device }) => plan.lateDevices.has(device)),
    ...columnNames.map(
      (_, column) => arrayParameter('float4', states, ({ runtime }) => runtime.latest[column] as number), // one per kind
    ),
  ]
  return { count: states.length, values }
}

/** Writes the states that no other transaction has changed, and increments their versions. Returns how many were written. */
export async function updateStates(client: pg.ClientBase, { count, values }: StateRows): Promise<number> {
  if (count === 0) return 0
  const { rowCount } = await client.query({ name: 'update-device-states', text: stateUpdate, values })
  return rowCount ?? 0
}

/** Locks the states of devices until the end of the transaction, in the order in which every transaction locks them. */
export async function holdStates(execute: Execute, deviceNos: readonly number[]): Promise<void> {
  await execute(
    'select device_no from device_state where device_no = any($1::int[]) order by device_no for update',
    [deviceNos],
  )
}

/** Longer than other processes take to commit what they write, as a rule. */
const longLockMs = 200

/** Returns which of these devices have a state that another transaction has locked, now and a moment later. */
export async function findLongLocked(
  execute: Execute,
  deviceNos: readonly number[],
): Promise<ReadonlySet<number>> {
  const locked = await findLocked(execute, deviceNos)
  if (locked.length === 0) return new Set()
  await delay(longLockMs)
  return new Set(await findLocked(execute, locked))
}

async function findLocked(execute: Execute, deviceNos: readonly number[]): Promise<number[]> {
  const locked = await execute<{ device_no: number }>(
    `with free as (
       select device_no from device_state where device_no = any($1::int[]) order by device_no for update skip locked
     )
     select device_no from device_state where device_no = any($1::int[]) except select device_no from free`,
    [deviceNos],
  )
  return locked.map(({ device_no }) => device_no)
}

/** Puts these alert types of devices at rest, or all of them, and increments the versions of the states. */
export async function resetEngine(
  execute: Execute,
  { deviceNos, typeKeys }: { deviceNos: readonly number[]; typeKeys: readonly string[] | null },
): Promise<void> {
  await execute(
    `with held as (select device_no from device_state where device_no = any($1::int[]) order by device_no for update)
     update device_state s set version = s.version + 1,
       history_version = case when s.history_version = s.version then s.version + 1 end,
       engine = case when $2::text[] is null then '{}' else s.engine - $2::text[] end
     from held where s.device_no = held.device_no`,
    [deviceNos, typeKeys],
  )
}

function engineJson(device: DeviceEntry): string {
  return JSON.stringify(Object.fromEntries(device.runtime?.engine ?? []))
}
