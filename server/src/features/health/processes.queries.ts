import type { Execute } from '../../platform/db/execute.queries.ts'

export interface ProcessRow {
  id: string
  roles: readonly string[]
  host: string
  pid: number
  version: string
}

/** A process that was killed counts as running for another 30 seconds, by the clock of the database. */
export const isRunning = `(stopped_at is null and seen_at > now() - interval '30 seconds')`

/** Adds a process, or says that it is still running. */
export async function keepProcess(
  execute: Execute,
  { id, roles, host, pid, version }: ProcessRow,
): Promise<void> {
  await execute(
    `insert into process (id, roles, host, pid, version) values ($1, $2, $3, $4, $5)
     on conflict (id) do update set seen_at = now()`,
    [id, roles, host, pid, version],
  )
}

/** Says that a process has stopped. Processes are forgotten a day after they were last seen. */
export async function stopProcess(execute: Execute, id: string): Promise<void> {
  await execute('update process set stopped_at = now() where id = $1', [id])
  await execute(`delete from process where seen_at < now() - interval '1 day'`, [])
}

/**
 * Whether devices are heard now. If some process received readings over MQTT during the last day, one has to do so now;
 * otherwise devices report over HTTP alone.
 */
export async function isListening(execute: Execute): Promise<boolean> {
  const [row] = await execute<{ isListening: boolean }>(
    `select coalesce(bool_or(${isRunning}) filter (where 'ingest' = any(roles)),
       bool_or(${isRunning}) filter (where 'api' = any(roles)), false) as "isListening"
     from process where seen_at > now() - interval '1 day'`,
    [],
  )
  return row?.isListening ?? false
}

/** How many processes do what now. */
export const countRoles = (execute: Execute): Promise<{ role: string; count: number }[]> =>
  execute(
    `select role, count(*)::int as count from process, unnest(roles) role
     where ${isRunning} group by role order by role`,
    [],
  )
