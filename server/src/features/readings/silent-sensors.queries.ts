import type { SensorKey } from '@eot/contract/vocabulary'
import type { Execute } from '../../platform/db/execute.queries.ts'
import { listSendersSince, type Sender } from './senders-since.queries.ts'
import { columnKeys, columnNames } from './sensor-columns.ts'
import { offlineAfterMs } from './silence.ts'

/** A device with what it has reported. */
export interface Reporter {
  no: number
  /** When it sent its newest reading; null: it has sent none. */
  latestAt: Date | null
  /** ms between two reports */
  interval: number
  /** The sensors to check. Leave out those that have never sent a value, or do so only when an event begins or ends. */
  sensors: readonly SensorKey[]
  /** The newest reading as of the last lookup. Set by `listSilentSensors`, to look up fewer readings the next time. */
  checked?: CheckedReading | undefined
}

export interface CheckedReading {
  /** epoch ms */
  at: number
  /** The sensors that sent a value, one bit per column. */
  sent: number
}

/**
 * Lists sensors that have sent no value for as long as it takes until a silent device is offline, although their device still reports.
 * The newest reading of a device is looked up again after half of that time, or at once if it lacked a sensor.
 */
export async function listSilentSensors(
  execute: Execute,
  reporters: readonly Reporter[],
  now: number,
): Promise<Sender[]> {
  if (reporters.every((reporter) => sensorsLeft(reporter, now).length === 0)) return []
  // Includes readings that would have to be looked up soon; otherwise, nearly every request would look up some.
  await checkNewest(
    execute,
    reporters.filter(
      (reporter) =>
        reporter.checked?.at !== reporter.latestAt?.getTime() &&
        sensorsLeft(reporter, now, now + offlineAfterMs(reporter.interval) / 2).length > 0,
    ),
  )
  let silent = reporters.flatMap((reporter) =>
    sensorsLeft(reporter, now).map((sensor) => ({
      no: reporter.no,
      sensor,
      since: now - offlineAfterMs(reporter.interval),
    })),
  )
  for (const [since, of] of Map.groupBy(silent, (one) => one.since))
    silent = without(silent, await listSendersSince(execute, of, new Date(since)))
  return silent
}

const none: readonly SensorKey[] = []

/**
 * Returns the sensors of a device that will have sent no value at `until`, as far as is known. A device that reports nothing at all has
 * none.
 */
function sensorsLeft(
  { checked, interval, latestAt, sensors }: Reporter,
  now: number,
  until = now,
): readonly SensorKey[] {
  const allowed = offlineAfterMs(interval)
  if (latestAt === null || latestAt.getTime() <= now - allowed) return none
  if (!checked || checked.at <= until - allowed) return sensors
  const { sent } = checked
  return sensors.every((sensor) => (sent & bitOf(sensor)) > 0)
    ? none
    : sensors.filter((sensor) => (sent & bitOf(sensor)) === 0)
}

const bits = new Map(columnKeys.map((key, column) => [key, 1 << column]))
const bitOf = (sensor: SensorKey) => bits.get(sensor) ?? 0

async function checkNewest(execute: Execute, asked: readonly Reporter[]): Promise<void> {
  const sensors = [...new Set(asked.flatMap((reporter) => reporter.sensors))]
  if (sensors.length === 0) return
  const sent = sensors.map((sensor) => `r.${columnNames[columnKeys.indexOf(sensor)]} is not null`)
  const times = asked.map(({ latestAt }) => latestAt)
  const rows = await execute<{ no: number; sent: boolean[] }>(
    // The earliest time lets the planner skip older partitions.
    `select r.device_no as no, array[${sent.join(', ')}] as sent
     from unnest($1::int[], $2::timestamptz[]) as o (no, at)
     join reading r on r.device_no = o.no and r.at = o.at and r.at >= $3`,
    [asked.map(({ no }) => no), times, new Date(Math.min(...times.map(Number)))],
  )
  const byNo = new Map(rows.map((row) => [row.no, row.sent]))
  for (const reporter of asked) {
    const sent = byNo.get(reporter.no)
    // On Citus, a reading may become visible after the state of its device.
    if (sent && reporter.latestAt)
      reporter.checked = {
        at: reporter.latestAt.getTime(),
        sent: sensors.reduce((bits, sensor, place) => (sent[place] ? bits | bitOf(sensor) : bits), 0),
      }
  }
}

function without<Asked extends Sender>(asked: readonly Asked[], found: readonly Asked[]): Asked[] {
  const gone = new Set(found)
  return asked.filter((one) => !gone.has(one))
}
