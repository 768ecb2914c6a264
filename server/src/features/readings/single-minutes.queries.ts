import type { Execute } from '../../platform/db/execute.queries.ts'

/**
 * Returns whether minutes with a single reading may be left out. Processes of the previous release, which run until an
 * upgrade is finished, read only stored minutes, so their hours would lack the others.
 */
export async function mayOmitSingleMinutes(execute: Execute): Promise<boolean> {
  const [row] = await execute<{ may: boolean }>(
    `select not exists (
       select from process
       where not reads_single_minutes and stopped_at is null and seen_at > now() - interval '1 minute'
     ) as may`,
    [],
  )
  return row?.may ?? false
}
