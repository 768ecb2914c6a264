import type pg from 'pg'
import { type Execute, executeOn } from './execute.queries.ts'

/** Whether the tables that grow with devices are spread over the nodes of Citus (decision 076). */
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

const known = new WeakMap<pg.ClientBase, boolean>()

/** The same, asked once for each connection. Tables are distributed before a program connects. */
export async function isDistributedOn(client: pg.ClientBase): Promise<boolean> {
  const answer = known.get(client) ?? (await isDistributed(executeOn(client)))
  known.set(client, answer)
  return answer
}

/**
 * On Citus, finishes transactions that are committed or rolled back by the coordinator and still wait on a node that was away.
 * Otherwise, their rows would show only when Citus does so itself, each minute.
 */
export async function settleNodes(client: pg.ClientBase): Promise<void> {
  if (await isDistributedOn(client)) await client.query('select recover_prepared_transactions()')
}
