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
  const asked = reporters.flatMap(({ no, latestAt, interval, sensors }) => {
    const since = now - offlineAfterMs(interval)
    if (latestAt === null || latestAt.getTime() <= since) return []
    return sensors.map((sensor) => ({ no, sensor, latestAt, since }))
  })
  let silent = without(asked, await listSendersOfNewest(execute, asked))
  for (const [since, of] of Map.groupBy(silent, (one) => one.since))
    silent = without(silent, await listSendersSince(execute, of, new Date(since)))
  return silent
}

/** Lists those that are in the newest reading of their device. */
async function listSendersOfNewest<Asked extends Sender & { latestAt: Date }>(
  execute: Execute,
  asked: readonly Asked[],
): Promise<Asked[]> {
  if (asked.length === 0) return []
  const sensors = [...new Set(asked.map(({ sensor }) => sensor))]
  const sent = sensors.map((sensor) => `r.${columnNames[columnKeys.indexOf(sensor)]} is not null`)
  const latest = new Map(asked.map(({ no, latestAt }) => [no, latestAt]))
  const times = [...latest.values()]
  const rows = await execute<{ no: number; sent: boolean[] }>(
    // The earliest time lets the planner skip older partitions.
    `select r.device_no as no, array[${sent.join(', ')}] as sent
     from unnest($1::int[], $2::timestamptz[]) as o (no, at)
     join reading r on r.device_no = o.no and r.at = o.at and r.at >= $3`,
    [[...latest.keys()], times, new Date(Math.min(...times.map(Number)))],
  )
  const byNo = new Map(rows.map((row) => [row.no, row.sent]))
  return asked.filter(({ no, sensor }) => byNo.get(no)?.[sensors.indexOf(sensor)])
}

function without<Asked extends Sender>(asked: readonly Asked[], found: readonly Asked[]): Asked[] {
  const gone = new Set(found)
  return asked.filter((one) => !gone.has(one))
}
