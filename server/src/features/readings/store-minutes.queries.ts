import type { Execute } from '../../platform/db/execute.queries.ts'
import { bucketColumns } from './bucket-rows.queries.ts'
import { mergedField, minuteOfReading, readField } from './part-fields.ts'
import { columnNames } from './sensor-columns.ts'

const fields = columnNames
  .map(readField)
  .map(mergedField)
  .map(({ count, min, max, sum }) => `${count}, ${min}, ${max}, ${sum}`)

/**
 * Stores those minutes of a partition of `reading` from an instant on that are not stored because they have a single reading.
 * Call it before the partition is dropped, since minutes are kept longer.
 */
export async function storeMinutesOf(execute: Execute, partition: string, from: Date): Promise<void> {
  await execute(
    `insert into reading_minute (${bucketColumns})
     select ${minuteOfReading}, device_no, ${fields.join(', ')}
     from ${partition} r
     where at >= $1 and not exists (
       select from reading_minute m where m.device_no = r.device_no and m.bucket = ${minuteOfReading}
     ) and not exists (
       select from reading_minute_chunk c
       where c.device_no = r.device_no and c.start = date_bin('1 day', at, '2000-01-01T00:00Z')
     )
     group by 1, 2`,
    [from],
  )
}
