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
}

/**
 * Lists the sensors of devices that still report, but have sent no value of the sensor for as long as makes a device offline.
 * Usually, the newest reading of each device has all of them, so that one statement by key is enough.
 */
export async function listSilentSensors(
  execute: Execute,
  reporters: readonly Reporter[],
  now: number,
): Promise<Sender[]> {
  const current = reporters.flatMap((reporter) => {
    const since = now - offlineAfterMs(reporter.interval)
    const { latestAt } = reporter
    return latestAt === null || latestAt.getTime() <= since ? [] : { reporter, latestAt, since }
  })
  await readNewest(
    execute,
    current.filter(({ reporter }) => !sentInNewest.has(reporter)),
  )
  let silent = current.flatMap(({ reporter, since }) =>
    reporter.sensors.flatMap((sensor) =>
      ((sentInNewest.get(reporter) ?? 0) & bitOf(sensor)) > 0 ? [] : { no: reporter.no, sensor, since },
    ),
  )
  for (const [since, of] of Map.groupBy(silent, (one) => one.since))
    silent = without(silent, await listSendersSince(execute, of, new Date(since)))
  return silent
}

/**
 * Which sensors are in the newest reading of a device, one bit per column. Callers may pass the same `Reporter` again as long as the
 * newest reading is the same.
 */
const sentInNewest = new WeakMap<Reporter, number>()
const bitOf = (sensor: SensorKey) => 1 << columnKeys.indexOf(sensor)

async function readNewest(
  execute: Execute,
  asked: readonly { reporter: Reporter; latestAt: Date }[],
): Promise<void> {
  if (asked.length === 0) return
  const sensors = [...new Set(asked.flatMap(({ reporter }) => reporter.sensors))]
  if (sensors.length === 0) return
  const sent = sensors.map((sensor) => `r.${columnNames[columnKeys.indexOf(sensor)]} is not null`)
  const times = asked.map(({ latestAt }) => latestAt)
  const rows = await execute<{ no: number; sent: boolean[] }>(
    // The earliest time lets the planner skip older partitions.
    `select r.device_no as no, array[${sent.join(', ')}] as sent
     from unnest($1::int[], $2::timestamptz[]) as o (no, at)
     join reading r on r.device_no = o.no and r.at = o.at and r.at >= $3`,
    [asked.map(({ reporter }) => reporter.no), times, new Date(Math.min(...times.map(Number)))],
  )
  const byNo = new Map(rows.map((row) => [row.no, row.sent]))
  for (const { reporter } of asked) {
    const sent = byNo.get(reporter.no)
    // On Citus, a reading may become visible after the state of its device.
    if (sent)
      sentInNewest.set(
        reporter,
        sensors.reduce((bits, sensor, place) => (sent[place] ? bits | bitOf(sensor) : bits), 0),
      )
  }
}

function without<Asked extends Sender>(asked: readonly Asked[], found: readonly Asked[]): Asked[] {
  const gone = new Set(found)
  return asked.filter((one) => !gone.has(one))
}
