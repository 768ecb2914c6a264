import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { connectForCommand } from '../db/command-connection.ts'
import { sqlState } from '../db/database-failure.ts'
import { settleNodes } from '../db/is-distributed.queries.ts'

const lockNotAvailable = '55P03'
/** Writers of readings wait equally long behind this lock. */
const lockMs = 1000
const mostTries = 30

/**
 * Begins a transaction that sees all nodes of a Citus cluster as of one moment. Each node takes its snapshot when the
 * transaction first reads from it, and the coordinator before, so nothing may be written to distributed tables in the meantime.
 * `begin` must take the snapshot of the coordinator.
 */
export async function beginAtOneMoment<Result>(
  url: string,
  client: pg.Client,
  begin: () => Promise<Result>,
): Promise<Result> {
  const tables = await listDistributedTables(client)
  const [first] = tables
  if (first === undefined) return begin()
  const guard = await connectForCommand(url)
  try {
    await lockTables(guard, tables)
    // Otherwise rows that a node has not committed yet would appear later, or never.
    await settleNodes(guard)
    const result = await begin()
    // A second connection to a node would have another snapshot.
    await client.query('set local citus.max_adaptive_executor_pool_size = 1')
    await client.query(`select from ${first} limit 1`)
    return result
  } finally {
    await guard.end()
  }
}

/** Lists the names of distributed tables, without partitions, as identifiers. */
async function listDistributedTables(client: pg.Client): Promise<string[]> {
  const { rows: catalogs } = await client.query(
    `select where to_regclass('pg_catalog.pg_dist_partition') is not null`,
  )
  if (catalogs.length === 0) return []
  const { rows } = await client.query<{ name: string }>(
    `select logicalrelid::text as name from pg_dist_partition join pg_class c on c.oid = logicalrelid
     where partmethod = 'h' and not c.relispartition order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** Waits until no transaction writes to these tables. Releases the locks in between, so that writers never wait for long. */
async function lockTables(guard: pg.Client, tables: readonly string[]): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await guard.query(`begin; set local lock_timeout = ${lockMs}`)
    try {
      return void (await guard.query(`lock table ${tables.join(', ')} in share mode`))
    } catch (error) {
      await guard.query('rollback')
      if (sqlState(error) !== lockNotAvailable || attempt === mostTries) throw error
      await delay(lockMs)
    }
  }
}
