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
  /** The newest reading by the time of the last check, kept here to avoid the next one. */
  checked?: CheckedReading | undefined
}

export interface CheckedReading {
  /** epoch ms */
  at: number
  /** The sensors that sent a value, one bit per column. */
  sent: number
}

/**
 * Lists the sensors of devices that still report, but have sent no value of the sensor for as long as makes a device offline.
 * Usually, the newest reading of each device has all of them, so that one statement by key is enough, every few minutes.
 */
export async function listSilentSensors(
  execute: Execute,
  reporters: readonly Reporter[],
  now: number,
): Promise<Sender[]> {
  const current = reporters.flatMap((reporter) => {
    const since = now - offlineAfterMs(reporter.interval)
    const latestAt = reporter.latestAt?.getTime() ?? Number.NEGATIVE_INFINITY
    return latestAt <= since ? [] : { reporter, latestAt, since }
  })
  if (current.some((one) => isOutdated(one) && sensorsLeft(one).length > 0))
    // All of them, so that the next requests need not read any.
    await checkNewest(execute, current.filter(isOutdated))
  let silent = current.flatMap((one) =>
    sensorsLeft(one).map((sensor) => ({ no: one.reporter.no, sensor, since: one.since })),
  )
  for (const [since, of] of Map.groupBy(silent, (one) => one.since))
    silent = without(silent, await listSendersSince(execute, of, new Date(since)))
  return silent
}

interface CurrentReporter {
  reporter: Reporter
  /** epoch ms */
  latestAt: number
  since: number
}

const bitOf = (sensor: SensorKey) => 1 << columnKeys.indexOf(sensor)

const isOutdated = ({ reporter: { checked }, latestAt }: CurrentReporter) => checked?.at !== latestAt

/** Returns the sensors that have sent no value, as far as is known. */
function sensorsLeft({ reporter: { checked, sensors }, since }: CurrentReporter): readonly SensorKey[] {
  if (!checked || checked.at <= since) return sensors
  const { sent } = checked
  return sensors.every((sensor) => (sent & bitOf(sensor)) > 0)
    ? none
    : sensors.filter((sensor) => (sent & bitOf(sensor)) === 0)
}
const none: readonly SensorKey[] = []

async function checkNewest(execute: Execute, asked: readonly CurrentReporter[]): Promise<void> {
  const sensors = [...new Set(asked.flatMap(({ reporter }) => reporter.sensors))]
  if (sensors.length === 0) return
  const sent = sensors.map((sensor) => `r.${columnNames[columnKeys.indexOf(sensor)]} is not null`)
  const rows = await execute<{ no: number; sent: boolean[] }>(
    // The earliest time lets the planner skip older partitions.
    `select r.device_no as no, array[${sent.join(', ')}] as sent
     from unnest($1::int[], $2::timestamptz[]) as o (no, at)
     join reading r on r.device_no = o.no and r.at = o.at and r.at >= $3`,
    [
      asked.map(({ reporter }) => reporter.no),
      asked.map(({ reporter }) => reporter.latestAt),
      new Date(Math.min(...asked.map(({ latestAt }) => latestAt))),
    ],
  )
  const byNo = new Map(rows.map((row) => [row.no, row.sent]))
  for (const { reporter, latestAt } of asked) {
    const sent = byNo.get(reporter.no)
    // On Citus, a reading may become visible after the state of its device.
    if (sent)
      reporter.checked = {
        at: latestAt,
        sent: sensors.reduce((bits, sensor, place) => (sent[place] ? bits | bitOf(sensor) : bits), 0),
      }
  }
}

function without<Asked extends Sender>(asked: readonly Asked[], found: readonly Asked[]): Asked[] {
  const gone = new Set(found)
  return asked.filter((one) => !gone.has(one))
}
