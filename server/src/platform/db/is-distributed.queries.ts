import type pg from 'pg'
import { type Execute, executeOn } from './execute.queries.ts'

/** Returns whether the tables that grow with devices are distributed over the nodes of Citus (decision 076). */
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

/** Returns whether the coordinator and all nodes of Citus run statements. Waits as long as one does not respond. */
export async function allNodesAnswer(execute: Execute): Promise<boolean> {
  const [answer] = await execute<{ all: boolean }>(
    `select bool_and(success) as "all" from run_command_on_all_nodes('select 1')`,
    [],
  )
  return answer?.all === true
}

const known = new WeakMap<pg.ClientBase, boolean>()

/** Like `isDistributed`, but queries once per connection. Tables are distributed before the pools connect. */
export async function isDistributedOn(client: pg.ClientBase): Promise<boolean> {
  const answer = known.get(client) ?? (await isDistributed(executeOn(client)))
  known.set(client, answer)
  return answer
}

/**
 * On Citus, commits or rolls back transactions that are still prepared on a node because it crashed before it learned the
 * outcome. Citus does so itself once a minute; until then, their rows are not visible.
 */
export async function settleNodes(client: pg.ClientBase): Promise<void> {
  if (await isDistributedOn(client)) await client.query('select recover_prepared_transactions()')
}
