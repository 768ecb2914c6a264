import type { Execute } from '../../platform/db/execute.queries.ts'
import type { ReportIntervals } from './report-intervals.ts'

/** The report intervals of those of the devices at which they have changed, by number, oldest first. */
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
