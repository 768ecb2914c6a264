import type { Execute } from '../../platform/db/execute.queries.ts'
import { bucketColumns } from './bucket-rows.queries.ts'
import { lockChunks } from './chunks.queries.ts'
import { mergedField, minuteOfReading, readField } from './part-fields.ts'
import { columnNames } from './sensor-columns.ts'

const fields = columnNames
  .map(readField)
  .map(mergedField)
  .map(({ count, min, max, sum }) => `${count}, ${min}, ${max}, ${sum}`)

/** The partition with readings, and a time range [from, to). */
export interface ReadingsOfRange {
  partition: string
  from: Date
  to: Date
}

const inRange = ({ from, to }: ReadingsOfRange) =>
  `at >= '${from.toISOString()}' and at < '${to.toISOString()}'`

/** Lists the devices that have readings in a partition and time range. */
export async function listDevicesIn(execute: Execute, readings: ReadingsOfRange): Promise<number[]> {
  const rows = await execute<{ no: number }>(
    `select distinct device_no as no from ${readings.partition} where ${inRange(readings)} order by 1`,
    [],
  )
  return rows.map(({ no }) => no)
}

/**
 * Stores the minutes of devices that have no row yet because they have a single reading, which is in the given partition. Call it
 * before the readings are deleted, since minutes are kept longer. Leaves out the newest minute of a device, which is still open.
 * Until the end of the transaction, no readings of the devices become compact: their minutes would count twice.
 */
export async function storeMinutesOf(
  execute: Execute,
  readings: ReadingsOfRange,
  deviceNos: readonly number[],
): Promise<void> {
  await lockChunks(execute, deviceNos)
  const open = await execute<{ deviceNo: number; minute: Date }>(
    `select device_no as "deviceNo", date_bin('1 minute', latest_at, '2000-01-01T00:00Z') as minute
     from device_state where device_no = any($1)`,
    [deviceNos],
  )
  const exceptOpen = open.map(
    ({ deviceNo, minute }) =>
      `and not (r.device_no = ${deviceNo} and ${minuteOfReading} = '${minute.toISOString()}')`,
  )
  await execute(
    `insert into reading_minute (${bucketColumns})
     select ${minuteOfReading}, r.device_no, ${fields.join(', ')}
     from ${readings.partition} r
     where ${inRange(readings)} and r.device_no in (${deviceNos.join(', ')}) and not exists (
       select from reading_minute m where m.device_no = r.device_no and m.bucket = ${minuteOfReading}
     ) and not exists (
       select from reading_minute_chunk c
       where c.device_no = r.device_no and c.start = date_bin('1 day', at, '2000-01-01T00:00Z')
     ) ${exceptOpen.join(' ')}
     group by 1, 2
     on conflict do nothing`,
    [], // Citus cannot explain a statement like this with parameters.
  )
}
