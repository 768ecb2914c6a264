import type { Scope } from '../../access/scope.ts'
import type { Execute } from '../../platform/db/execute.queries.ts'
import { zoneClock } from '../time-zones/index.ts'
import { bucketTables } from './level.ts'
import { type NewestReading, openStarts } from './open-starts.ts'
import { openBuckets, type Range } from './series.queries.ts'

/** The number of hours of a range in which a device has reported. */
export interface DeviceHours {
  id: string
  name: string
  siteId: string
  siteName: string
  hours: number
  /** The number of hours in the range, since the device was added. */
  expected: number
  /** null: it has never reported. */
  latestAt: Date | null
}

interface Row extends Omit<DeviceHours, 'expected' | 'latestAt'>, NewestReading {
  createdAt: Date
}

const hourMs = 3_600_000

/**
 * Lists the devices that are now at a scope, by name; only those with the given ids, if any. `until`: hours after it are still
 * in the future.
 */
export async function listHoursWithReadings(
  execute: Execute,
  { path }: Scope,
  { range, until, deviceIds }: { range: Range; until: number; deviceIds?: readonly string[] | undefined },
): Promise<DeviceHours[]> {
  const rows = await execute<Row>(
    `with listed as materialized (
       select d.id, d.no, d.name, d.created_at, s.id as site_id, s.name as site_name, s.time_zone, st.latest_at, ${openBuckets('st')}
       from device d join site s on s.id = d.site_id left join device_state st on st.device_no = d.no
       where starts_with(s.path, $1) and ($4::uuid[] is null or d.id = any($4))
     ), stored as (
       select device_no, count(*)::int as hours from ${bucketTables.hour}
       where device_no = any(array(select no from listed)) and bucket >= $2 and bucket < $3 group by 1
     )
     select id, name, created_at as "createdAt", site_id as "siteId", site_name as "siteName",
       time_zone, latest_at, open_hour, open_day, coalesce(hours, 0) as hours
     from listed left join stored on stored.device_no = listed.no order by name, id`,
    [path, new Date(range.from), new Date(range.to), deviceIds ?? null],
  )
  const end = Math.min(range.to, until)
  return rows.map((row) => {
    const { id, name, siteId, siteName, createdAt, latest_at: latestAt } = row
    const start = Math.max(range.from, zoneClock(row.time_zone ?? 'UTC').hourStart(createdAt.getTime()))
    const expected = Math.max(0, Math.ceil((end - start) / hourMs))
    // The bucket of the current hour is stored once the hour has ended. In zones such as Kathmandu's a range begins within an
    // hour of others.
    const open = openStarts(row)?.hour
    const isOpenWithin =
      latestAt !== null && latestAt.getTime() >= range.from && open !== undefined && open < range.to
    const hours = Math.min(expected, row.hours + (isOpenWithin ? 1 : 0))
    return { id, name, siteId, siteName, hours, expected, latestAt }
  })
}
