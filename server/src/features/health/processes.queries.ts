import type { Execute } from '../../platform/db/execute.queries.ts'

export interface ProcessRow {
  id: string
  roles: readonly string[]
  host: string
  pid: number
  version: string
}

/** Dead processes are forgotten after this time, and no longer expected to return. */
const forgottenAfter = `interval '7 days'`

/** A later time is from before the clock of the database was set back: a running process replaces it within seconds. */
const isRecent = (column: string) =>
  `${column} between now() - interval '30 seconds' and now() + interval '30 seconds'`

/** A killed process counts as running for another 30 seconds, by the database clock. */
export const isRunning = `(stopped_at is null and ${isRecent('seen_at')})`

/** Whether the process can receive readings over MQTT, if it has that role. */
const isHearing = `(stopped_at is null and ${isRecent('heard_at')})`

/** SQL: whether a process currently does the work of its role. */
export const doesRole = (role: string): string => (role === 'ingest' ? isHearing : isRunning)

/** SQL: when a process could last do the work of its role. */
export const lastDid = (role: string): string => (role === 'ingest' ? 'heard_at' : 'seen_at')

/** Adds a process or renews its heartbeat. `hears`: whether it reaches the MQTT broker. */
export async function keepProcess(
  execute: Execute,
  { id, roles, host, pid, version }: ProcessRow,
  hears: boolean,
): Promise<void> {
  await execute(
    `insert into process (id, roles, host, pid, version, reads_single_minutes) values ($1, $2, $3, $4, $5, true)
     on conflict (id) do update set seen_at = now(), heard_at = case when $6 then now() else process.heard_at end`,
    [id, roles, host, pid, version, hears],
  )
}

/** Records that a process has stopped. */
export async function stopProcess(execute: Execute, id: string): Promise<void> {
  await execute('update process set stopped_at = now() where id = $1', [id])
  await execute(`delete from process where seen_at < now() - ${forgottenAfter}`, [])
}

/**
 * Returns whether devices are heard now. If a remembered process received readings over MQTT, one must do so now; otherwise
 * devices report only over HTTP.
 */
export async function isListening(execute: Execute): Promise<boolean> {
  const [row] = await execute<{ isListening: boolean }>(
    `select coalesce(bool_or(${isHearing}) filter (where 'ingest' = any(roles)),
       bool_or(${isRunning}) filter (where 'api' = any(roles)), false) as "isListening"
     from process where seen_at > now() - ${forgottenAfter}`,
    [],
  )
  return row?.isListening ?? false
}

/** Counts the running processes of each role. */
export const countRoles = (execute: Execute): Promise<{ role: string; count: number }[]> =>
  execute(
    `select role, count(*)::int as count from process, unnest(roles) role
     where case role when 'ingest' then ${isHearing} else ${isRunning} end group by role order by role`,
    [],
  )
