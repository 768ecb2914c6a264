import type { Execute } from '../../platform/db/execute.queries.ts'

/**
 * Returns whether minutes with a single reading may be left out. Processes of the release before, which run until an upgrade is
 * finished, read stored minutes only, and would compute hours without the others.
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
