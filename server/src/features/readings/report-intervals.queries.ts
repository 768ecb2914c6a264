import type { Execute } from '../../platform/db/execute.queries.ts'
import type { ReportIntervals } from './report-intervals.ts'

/** A time of a device, in epoch ms. */
export interface DeviceTime {
  no: number
  from: number
  to: number
}

/**
 * Lists the report intervals that applied in these times, oldest first, for those of the devices whose interval has ever changed, by
 * number. Expects each device once.
 */
export async function listReportIntervals(
  execute: Execute,
  times: readonly DeviceTime[],
): Promise<Map<number, ReportIntervals>> {
  const rows = await execute<{ no: number; since: number; ms: number }>(
    // Materialized, since the first one would otherwise be looked up again for each row.
    `with asked as materialized (
       select no, until, coalesce(
         (select max(since) from report_interval where device_no = no and since <= start),
         (select min(since) from report_interval where device_no = no)) as first
       from unnest($1::int[], $2::timestamptz[], $3::timestamptz[]) as time (no, start, until)
     )
     select no, extract(epoch from since)::float8 * 1000 as since, seconds * 1000 as ms
     from asked cross join lateral (
       select since, seconds from report_interval
       where device_no = no and since between first and greatest(first, until) order by since
     ) applying
     order by no, since`,
    [times.map(({ no }) => no), times.map(({ from }) => new Date(from)), times.map(({ to }) => new Date(to))],
  )
  return Map.groupBy(rows, ({ no }) => no) as Map<number, unknown> as Map<number, ReportIntervals> // no group is empty
}

/** Replaces the report intervals of all devices by those of a generated past. */
export async function replaceReportIntervals(execute: Execute, intervals: ReportIntervals): Promise<void> {
  await execute('delete from report_interval', [])
  for (const { since, ms } of intervals)
    await execute(
      'insert into report_interval (device_no, since, seconds) select no, $1::timestamptz, $2 from device',
      [Number.isFinite(since) ? new Date(since) : '-infinity', ms / 1000],
    )
}
