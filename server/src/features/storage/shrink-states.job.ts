import type pg from 'pg'
import type { Log } from '../../platform/log.ts'
import { unlessInUse } from './partitions.queries.ts'

/** A smaller table is read in no time. */
const leastBytes = 8 * 2 ** 20
/** How many times the size of a new table it may take. */
const mostGrowth = 4
const fillfactor = 0.6
const rowOverhead = 28

/**
 * Rewrites the table of device states if most of it is empty. Its rows are replaced with each reading. While a snapshot is open,
 * such as that of a backup, PostgreSQL keeps all old rows, and never makes the table smaller again. Writers wait for the moment
 * that this takes; the next run tries again if the table is in use.
 */
export async function shrinkStates(pool: pg.Pool, log: Log): Promise<void> {
  const { rows } = await pool.query<{ bytes: number; needed: number }>(
    `select pg_relation_size('device_state')::float8 as bytes,
       coalesce(sum(pg_column_size(s) + ${rowOverhead}), 0)::float8 / ${fillfactor} as needed from device_state s`,
  )
  const { bytes = 0, needed = 0 } = rows[0] ?? {}
  if (bytes < leastBytes || bytes < mostGrowth * needed) return
  const isDone = await unlessInUse(pool, async (client) => {
    await client.query('cluster device_state using device_state_pkey')
    return true
  })
  if (isDone) log.info({ bytes, needed }, 'released unused space of the device states')
}
