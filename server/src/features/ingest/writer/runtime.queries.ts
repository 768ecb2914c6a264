import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { executeOn } from '../../../platform/db/execute.queries.ts'
import { isDistributedOn, settleNodes } from '../../../platform/db/is-distributed.queries.ts'
import type { TypeState } from '../../alerts/index.ts'
import {
  addPartTo,
  type Bucket,
  columnKeys,
  columnNames,
  kindCount,
  listPartsOfMany,
  newBucket,
} from '../../readings/index.ts'
import { zoneClock } from '../../time-zones/index.ts'
import type { DeviceEntry } from '../devices/device-entry.ts'
import type { DeviceRuntime } from '../devices/device-runtime.ts'
import { StateConflict } from './state-conflict.ts'

/** The limit for the time from the commit of a transaction on the coordinator of Citus until that on a node. */
const longestCommitMs = 5000

interface StateRow {
  device_no: number
  version: number
  last_seen_at: Date | null
  latest_at: Date | null
  open_at: Date | null
  open_hour: Date | null
  open_day: Date | null
  online: boolean
  online_changed_at: Date | null
  migrating: boolean
  resetting: boolean
  failing: boolean
  skewed: boolean
  firmware: string | null
  reported_interval: number | null
  engine: Record<string, TypeState>
  latest: (number | null)[]
}

/**
 * Loads the state of those devices that have none into their entries, and creates missing rows. Throws `StateConflict` if a
 * device has been deleted or has got another number.
 */
export async function loadMissing(db: pg.ClientBase, all: ReadonlySet<DeviceEntry>): Promise<void> {
  const devices = [...all].filter((device) => device.runtime === null)
  if (devices.length === 0) return
  const byNo = new Map(devices.map((device) => [device.no, device]))
  const numbers = [...byNo.keys()].sort((a, b) => a - b)
  const rows = await listStates(db, numbers)
  if (rows.length < numbers.length) {
    const known = new Set(rows.map((row) => row.device_no))
    const missing = numbers.filter((no) => !known.has(no))
    await createStates(db, missing)
    rows.push(...(await listStates(db, missing)))
  }
  for (const row of rows) {
    const device = byNo.get(row.device_no)
    if (device) device.runtime = toRuntime(row)
  }
  if (devices.some(({ runtime }) => runtime === null)) throw new StateConflict()
  await settleNodes(db)
  await loadTimers(db, byNo, numbers)
  await loadOpenBuckets(db, [...byNo.values()])
}

async function listStates(db: pg.ClientBase, numbers: readonly number[]): Promise<StateRow[]> {
  const { rows } = await db.query<StateRow>(
    `select *, array[${columnNames.join(', ')}]::float8[] as latest
     from device_state where device_no = any($1::int[])`,
    [numbers],
  )
  return rows
}

/**
 * Creates the states of those devices that still have these numbers. Waits for a transaction that gives them other numbers,
 * which deletes the states under the former ones. Sent as one text, the statements are one transaction.
 */
async function createStates(db: pg.ClientBase, numbers: readonly number[]): Promise<void> {
  const listed = `any('{${numbers.join(',')}}'::int[])`
  await db.query(`select from device_number where no = ${listed} order by no for share;
    insert into device_state (device_no) select no from device where no = ${listed} order by no on conflict do nothing`)
}

function toRuntime(row: StateRow): DeviceRuntime {
  const isOpenKnown = row.open_at !== null && row.open_at.getTime() === row.latest_at?.getTime()
  const startOf = (start: Date | null) => (isOpenKnown && start?.getTime()) || Number.NEGATIVE_INFINITY
  return {
    version: row.version,
    lastSeenAt: row.last_seen_at?.getTime() ?? null,
    latestAt: row.latest_at?.getTime() ?? Number.NEGATIVE_INFINITY,
    latestReceivedAt: null,
    latest: row.latest.map((value) => value ?? Number.NaN),
    isOnline: row.online,
    onlineChangedAt: row.online_changed_at?.getTime() ?? null,
    flags: { migrating: row.migrating, resetting: row.resetting, failing: row.failing },
    isSkewed: row.skewed,
    firmware: row.firmware,
    reportedInterval: row.reported_interval,
    engine: new Map(Object.entries(row.engine)),
    timers: new Map(),
    minute: newBucket(Number.NEGATIVE_INFINITY),
    hour: newBucket(startOf(row.open_hour)),
    day: newBucket(startOf(row.open_day)),
  }
}

async function loadTimers(
  db: pg.ClientBase,
  byNo: Map<number, DeviceEntry>,
  numbers: number[],
): Promise<void> {
  const { rows } = await db.query<{ device_no: number; type_key: string; due_at: Date }>(
    'select device_no, type_key, due_at from alert_timer where device_no = any($1::int[])',
    [numbers],
  )
  for (const row of rows) byNo.get(row.device_no)?.runtime?.timers.set(row.type_key, row.due_at.getTime())
}

const sums = columnNames
  .map(
    (name) =>
      `count(r.${name})::float8, min(r.${name})::float8, max(r.${name})::float8, sum(r.${name}::text::float8)`,
  )
  .join(', ')

/**
 * Recomputes the open minute, hour and day from the stored data of the level below. The newest reading, which is in the open
 * minute, also gives the time of its arrival.
 */
async function loadOpenBuckets(db: pg.ClientBase, devices: readonly DeviceEntry[]): Promise<void> {
  const reporting = devices.filter(
    (device) => device.runtime && device.runtime.latestAt > Number.NEGATIVE_INFINITY,
  )
  if (reporting.length === 0) return
  for (const device of reporting) placeBuckets(device)
  await fillMinutes(db, reporting)
  await untilNewestShows(db, reporting)
  await fillFromParts(db, reporting, 'hour', 'minute')
  await fillFromParts(db, reporting, 'day', 'hour')
}

/**
 * On Citus, another process may have committed the state of a device while its node has not committed the reading yet. Waits
 * for it. Throws `StateConflict` if that takes too long.
 */
async function untilNewestShows(db: pg.ClientBase, devices: readonly DeviceEntry[]): Promise<void> {
  if (!(await isDistributedOn(db))) return
  const now = Date.now()
  // If a device was silent for long, its newest reading may have been deleted.
  const isHidden = ({ runtime }: DeviceEntry) =>
    runtime?.latestReceivedAt === null && now - (runtime.lastSeenAt ?? 0) < longestCommitMs
  for (let hidden = devices.filter(isHidden); hidden.length > 0; hidden = hidden.filter(isHidden)) {
    if (Date.now() - now > longestCommitMs) throw new StateConflict()
    await delay(10)
    await fillMinutes(db, hidden)
  }
}

function placeBuckets(device: DeviceEntry): void {
  const { runtime } = device
  if (!runtime) return
  const clock = zoneClock(device.timeZone)
  runtime.minute.start = clock.minuteStart(runtime.latestAt)
  // Not known from before these columns existed, or of a device that has returned to a customer.
  if (!Number.isFinite(runtime.hour.start)) runtime.hour.start = clock.hourStart(runtime.latestAt)
  if (!Number.isFinite(runtime.day.start)) runtime.day.start = clock.dayStart(runtime.latestAt)
}

const runtimesOf = (devices: readonly DeviceEntry[]) =>
  devices.flatMap(({ no, runtime }) => (runtime ? { no, runtime } : []))

async function fillMinutes(db: pg.ClientBase, devices: readonly DeviceEntry[]): Promise<void> {
  const open = runtimesOf(devices)
  const { rows } = await db.query<{ no: number; readings: number; sums: (number | null)[]; received: Date }>(
    `select r.device_no as no, count(*)::int as readings, array[${sums}] as sums,
       (array_agg(r.received_at order by r.at desc))[1] as received
     from unnest($1::int[], $2::float8[]) as o (no, start)
     join reading r on r.device_no = o.no and r.at >= to_timestamp(o.start / 1000)
     group by r.device_no`,
    [open.map(({ no }) => no), open.map(({ runtime }) => runtime.minute.start)],
  )
  const byNo = new Map(open.map(({ no, runtime }) => [no, runtime]))
  for (const row of rows) {
    const runtime = byNo.get(row.no)
    if (!runtime) continue
    setSums(runtime.minute, row.sums)
    runtime.minute.readings = row.readings
    runtime.latestReceivedAt = row.received.getTime()
  }
}

/** Fills the open bucket of a level with the closed buckets of the level below. */
async function fillFromParts(
  db: pg.ClientBase,
  devices: readonly DeviceEntry[],
  level: 'hour' | 'day',
  below: 'minute' | 'hour',
): Promise<void> {
  const open = runtimesOf(devices)
  const sources = open.map(({ no, runtime }) => ({
    no,
    from: runtime[level].start,
    to: runtime[below].start,
    openFrom: runtime[level].start,
  }))
  const to = Math.max(...sources.map((source) => source.to))
  const found = await listPartsOfMany(executeOn(db), below, { sources, to }, columnKeys)
  const byNo = new Map(open.map(({ no, runtime }) => [no, runtime]))
  for (const { no, parts } of found) {
    const bucket = byNo.get(no)?.[level]
    for (const [column, ofKind] of parts.entries())
      for (const part of ofKind) if (bucket) addPartTo(bucket, column, part)
  }
}

function setSums(bucket: Bucket, values: (number | null)[]): void {
  for (let column = 0; column < kindCount; column += 1) {
    const [count, min, max, sum] = values.slice(column * 4, column * 4 + 4)
    if (!count) continue
    addPartTo(bucket, column, { count, min: min ?? Number.NaN, max: max ?? Number.NaN, sum: sum ?? 0 })
  }
}
