import type { SensorKey } from '@eot/contract/vocabulary'
import type { Execute } from '../../platform/db/execute.queries.ts'
import { compactAfterMs } from './chunks.queries.ts'
import { listReadings } from './readings-of-device.queries.ts'
import { columnKeys, columnNames } from './sensor-columns.ts'

export interface Sender {
  no: number
  sensor: SensorKey
}

/** Lists which of the devices have sent a value of the sensor after a time. */
export async function listSendersSince<Asked extends Sender>(
  execute: Execute,
  asked: readonly Asked[],
  since: Date,
): Promise<Asked[]> {
  const sensors = [...new Set(asked.map(({ sensor }) => sensor))]
  const nos = [...new Set(asked.map(({ no }) => no))]
  const sent = sensors.map((sensor) => `bool_or(${columnNames[columnKeys.indexOf(sensor)]} is not null)`)
  const rows = await execute<{ no: number; sent: boolean[] }>(
    `select device_no as no, array[${sent.join(', ')}] as sent from reading
     where device_no = any($1::int[]) and at > $2 group by device_no`,
    [nos, since],
  )
  const byNo = new Map(rows.map((row) => [row.no, row.sent]))
  const found = asked.filter(({ no, sensor }) => byNo.get(no)?.[sensors.indexOf(sensor)])
  if (since.getTime() >= Date.now() - compactAfterMs) return found
  const left = asked.filter((one) => !found.includes(one))
  return [...found, ...(await listRareSenders(execute, left, since))]
}

/** If devices may be silent for a day, some of their readings may be compact. They report so rarely that these are few. */
async function listRareSenders<Asked extends Sender>(
  execute: Execute,
  asked: readonly Asked[],
  since: Date,
): Promise<Asked[]> {
  const rows = await execute<{ no: number }>(
    `select distinct device_no as no from reading_chunk
     where device_no = any($1::int[]) and start > $2::timestamptz - interval '1 day'`,
    [[...new Set(asked.map(({ no }) => no))], since],
  )
  const withChunks = new Set(rows.map(({ no }) => no))
  const range = { from: since.getTime() + 1, to: Date.UTC(9999, 0) }
  const found: Asked[] = []
  for (const [no, ofDevice] of Map.groupBy(asked, (one) => one.no)) {
    if (!withChunks.has(no)) continue
    const keys = ofDevice.map(({ sensor }) => sensor)
    const { columns } = await listReadings(execute, no, range, keys, Number.MAX_SAFE_INTEGER)
    found.push(...ofDevice.filter((_, index) => columns[index]?.some((value) => !Number.isNaN(value))))
  }
  return found
}
