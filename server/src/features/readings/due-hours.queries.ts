import type pg from 'pg'
import { isDistributedOn } from '../../platform/db/is-distributed.queries.ts'

/** An hour of a device; `start` in epoch ms. */
export interface DeviceHour {
  no: number
  start: number
}

/**
 * Marks these stored hours as due for rating. A trigger does so, except on distributed tables, which do not support triggers.
 */
export async function noteDueHours(client: pg.ClientBase, hours: readonly DeviceHour[]): Promise<void> {
  if (hours.length === 0 || !(await isDistributedOn(client))) return
  await client.query(
    `insert into rating_due (device_no, since, until)
     select no, start, start from unnest($1::int[], $2::timestamptz[]) as hour (no, start)`,
    [hours.map(({ no }) => no), hours.map(({ start }) => new Date(start))],
  )
}
