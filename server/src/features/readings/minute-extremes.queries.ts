import type { SensorKey } from '@eot/contract/vocabulary'
import type { Execute } from '../../platform/db/execute.queries.ts'

/**
 * The highest or lowest value of a sensor in each stored minute of a device, oldest first. `at` is the start of the minute
 * in epoch ms.
 */
export async function listMinuteExtremes(
  execute: Execute,
  deviceNo: number,
  { sensor, isHigh }: { sensor: SensorKey; isHigh: boolean },
  { from, to }: { from: number; to: number },
): Promise<{ at: number; value: number }[]> {
  const column = sensor.toLowerCase()
  return execute(
    `select extract(epoch from bucket)::float8 * 1000 as at, ${column}_${isHigh ? 'max' : 'min'}::float8 as value
     from reading_minute
     where device_no = $1 and bucket >= to_timestamp($2::float8 / 1000) and bucket < to_timestamp($3::float8 / 1000)
       and ${column}_n > 0
     order by bucket`,
    [deviceNo, from, to],
  )
}
