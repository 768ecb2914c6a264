import type { SensorKey } from '@eot/contract/vocabulary'
import type { Execute } from '../../platform/db/execute.queries.ts'
import type { Span } from './span.ts'

/** Lists, for each device, the minutes in which out-of-range values of a sensor were rejected, in ascending order. */
export async function listRejected(
  execute: Execute,
  deviceIds: readonly string[],
  { from, to }: Span,
): Promise<Map<string, Map<SensorKey, number[]>>> {
  const rows = await execute<{ device: string; sensor: SensorKey; minutes: number[] }>(
    `select device_id as device, sensor, array_agg(distinct extract(epoch from minute)::float8 * 1000) as minutes
     from quarantine cross join lateral unnest(out_of_range) as sensor
     where device_id = any($1::uuid[]) and out_of_range <> '{}' and minute > $2::timestamptz - interval '1 minute'
       and minute < $3
     group by device_id, sensor`,
    [deviceIds, new Date(from), new Date(to)],
  )
  const found = new Map<string, Map<SensorKey, number[]>>()
  for (const { device, sensor, minutes } of rows)
    found.set(
      device,
      (found.get(device) ?? new Map()).set(
        sensor,
        minutes.sort((a, b) => a - b),
      ),
    )
  return found
}

/** Lists when the clocks of devices were ahead, by the number of the device, ascending. */
export async function listSkews(
  execute: Execute,
  nos: readonly number[],
  { from, to }: Span,
): Promise<Map<number, Span[]>> {
  const rows = await execute<{ no: number; since: number; until: number | null }>(
    `select device_no as no, extract(epoch from since)::float8 * 1000 as since,
       extract(epoch from until)::float8 * 1000 as until
     from clock_skew where device_no = any($1) and since < $3 and (until is null or until > $2) order by since`,
    [nos, new Date(from), new Date(to)],
  )
  const found = new Map<number, Span[]>()
  for (const { no, since, until } of rows) {
    const span = { from: since, to: until ?? to }
    const spans = found.get(no)
    if (spans) spans.push(span)
    else found.set(no, [span])
  }
  return found
}
