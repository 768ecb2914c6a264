import type { Execute } from '../../platform/db/execute.queries.ts'
import { bucketColumns } from './bucket-rows.queries.ts'
import { mergedField, minuteOfReading, readField } from './part-fields.ts'
import { columnNames } from './sensor-columns.ts'

const fields = columnNames
  .map(readField)
  .map(mergedField)
  .map(({ count, min, max, sum }) => `${count}, ${min}, ${max}, ${sum}`)

/**
 * Stores minutes in [from, to) that have no row yet because they have a single reading, which is in the given partition. Call it
 * before the readings are deleted, since minutes are kept longer. Leaves out the newest minute of a device, which is still open.
 */
export async function storeMinutesOf(
  execute: Execute,
  partition: string,
  { from, to }: { from: Date; to: Date },
): Promise<void> {
  await execute(
    // In a cluster, only the coordinator has the states of devices. It sends the result of "newest" to the nodes.
    `with newest as materialized (
       select device_no, date_bin('1 minute', latest_at, '2000-01-01T00:00Z') as bucket from device_state
     )
     insert into reading_minute (${bucketColumns})
     select ${minuteOfReading}, r.device_no, ${fields.join(', ')}
     from ${partition} r
     where at >= '${from.toISOString()}' and at < '${to.toISOString()}' and not exists (
       select from reading_minute m where m.device_no = r.device_no and m.bucket = ${minuteOfReading}
     ) and not exists (
       select from reading_minute_chunk c
       where c.device_no = r.device_no and c.start = date_bin('1 day', at, '2000-01-01T00:00Z')
     ) and not exists (
       select from newest n where n.device_no = r.device_no and n.bucket = ${minuteOfReading}
     )
     group by 1, 2
     on conflict do nothing`,
    [], // Citus cannot explain a statement like this with parameters.
  )
}
