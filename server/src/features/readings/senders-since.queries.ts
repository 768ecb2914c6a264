import type { SensorKey } from '@eot/contract/vocabulary'
import type { Execute } from '../../platform/db/execute.queries.ts'
import { compactAfterMs } from './chunks.queries.ts'
import { columnKeys, columnNames } from './sensor-columns.ts'
import { listReadings } from './series.queries.ts'

export interface Sender {
  no: number
  sensor: SensorKey
}

/** Those of the devices that have sent a value of the sensor after a time. */
export async function listSendersSince<Asked extends Sender>(
  execute: Execute,
  asked: readonly Asked[],
  since: Date,
): Promise<Asked[]> {
  // A device that may be silent for a day reports so rarely that its readings are few. Some of them may be compact.
  if (since.getTime() < Date.now() - compactAfterMs) return listRareSenders(execute, asked, since)
  const sensors = [...new Set(asked.map(({ sensor }) => sensor))]
  const sent = sensors.map((sensor) => `bool_or(${columnNames[columnKeys.indexOf(sensor)]} is not null)`)
  const rows = await execute<{ no: number; sent: boolean[] }>(
    `select device_no as no, array[${sent.join(', ')}] as sent from reading
     where device_no = any($1::int[]) and at > $2 group by device_no`,
    [[...new Set(asked.map(({ no }) => no))], since],
  )
  const byNo = new Map(rows.map((row) => [row.no, row.sent]))
  return asked.filter(({ no, sensor }) => byNo.get(no)?.[sensors.indexOf(sensor)])
}

async function listRareSenders<Asked extends Sender>(
  execute: Execute,
  asked: readonly Asked[],
  since: Date,
): Promise<Asked[]> {
  const found: Asked[] = []
  const range = { from: since.getTime() + 1, to: Date.UTC(9999, 0) }
  for (const one of asked) {
    const readings = await listReadings(execute, one.no, range, [one.sensor], Number.MAX_SAFE_INTEGER)
    if (readings.some(({ values }) => values[0] !== null)) found.push(one)
  }
  return found
}
