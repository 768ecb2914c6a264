import type pg from 'pg'
import { sqlState } from '../../platform/db/database-failure.ts'
import type { Log } from '../../platform/log.ts'
import { unlessInUse } from './partitions.queries.ts'

/** Reading a smaller table takes no time. */
const leastBytes = 8 * 2 ** 20
/** How many times the size that its rows need the table may have. */
const mostGrowth = 4
/** As in the table's definition. */
const fillfactor = 0.6
/** The header of a row, the bits of its nulls, and its place on the page. */
const overheadOfRow = 36
/** Writers wait at most two seconds for a lock. */
const longestMs = 1500
const queryCanceled = '57014'

interface Size {
  bytes: number
  /** Of rows that are current, or may still be read. */
  needed: number
}

/**
 * Rewrites the table of device states if most of it is empty. Its rows are replaced with each reading. While a snapshot is open, such
 * as that of a backup, PostgreSQL keeps all old rows, and afterwards it can hardly ever make the table smaller again. Writers wait
 * while this runs. The next run tries again if the table is in use, or if old rows may still be read.
 */
export async function shrinkStates(pool: pg.Pool, log: Log): Promise<void> {
  const before = await findSize(pool)
  if (before.bytes < leastBytes || before.bytes < mostGrowth * before.needed) return
  const isDone = await unlessInUse(pool, rewrite).catch((error: unknown) => {
    if (sqlState(error) !== queryCanceled) throw error
    log.warn(before, 'could not release unused space of the device states in time')
    return false
  })
  if (isDone)
    log.info({ before: before.bytes, after: (await findSize(pool)).bytes }, 'rewrote the device states')
}

/** Estimates from statistics what the rows need. */
async function findSize(pool: pg.Pool): Promise<Size> {
  const { rows } = await pool.query<Size>(
    `select pg_relation_size(relid)::float8 as bytes, (n_live_tup + n_dead_tup) * (${overheadOfRow} + coalesce((
         select sum(avg_width * (1 - null_frac)) from pg_stats where schemaname = t.schemaname and tablename = relname
       ), 0))::float8 / ${fillfactor} as needed
     from pg_stat_user_tables t where relid = 'device_state'::regclass`,
  )
  return rows[0] ?? { bytes: 0, needed: 0 }
}

async function rewrite(client: pg.PoolClient): Promise<boolean> {
  await client.query(`set local statement_timeout = ${longestMs}`)
  await client.query('cluster device_state using device_state_pkey')
  return true
}
