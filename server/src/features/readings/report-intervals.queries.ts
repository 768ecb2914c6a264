import type { Execute } from '../../platform/db/execute.queries.ts'
import type { ReportIntervals } from './report-intervals.ts'

/** Lists the report intervals of those of the devices whose interval has changed, by number, oldest first. */
export async function listReportIntervals(
  execute: Execute,
  nos: readonly number[],
): Promise<Map<number, ReportIntervals>> {
  const rows = await execute<{ no: number; since: number; ms: number }>(
    `select device_no as no, extract(epoch from since)::float8 * 1000 as since, seconds * 1000 as ms
     from report_interval where device_no = any($1) order by device_no, since`,
    [nos],
  )
  const byDevice = new Map<number, ReportIntervals>()
  for (const { no, since, ms } of rows)
    byDevice.set(no, [...(byDevice.get(no) ?? []), { since, ms }] as ReportIntervals) // not empty
  return byDevice
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
