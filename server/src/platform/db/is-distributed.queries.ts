import type { Execute } from './execute.queries.ts'

/** Whether the tables that grow with devices are spread over the nodes of Citus (decision 075). */
export async function isDistributed(execute: Execute): Promise<boolean> {
  const [catalog] = await execute<{ exists: boolean }>(
    `select to_regclass('pg_catalog.pg_dist_partition') is not null as exists`,
    [],
  )
  if (!catalog?.exists) return false
  const [reading] = await execute<{ exists: boolean }>(
    `select exists (select from pg_dist_partition where logicalrelid = 'reading'::regclass) as exists`,
    [],
  )
  return reading?.exists === true
}
