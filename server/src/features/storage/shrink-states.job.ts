import type pg from 'pg'
import { sqlState } from '../../platform/db/database-failure.ts'
import type { Log } from '../../platform/log.ts'
import { unlessInUse } from './partitions.queries.ts'

/** In a smaller table, unused space does not make queries slower. */
const leastBytes = 2 ** 20
/** The table may be this many times larger than its rows need. */
const mostGrowth = 3
/** The header of a row, the bits of its nulls, and its place on the page. */
const overheadOfRow = 36
/** Less than the two seconds for which writers wait for a lock. */
const longestMs = 1500
const queryCanceled = '57014'

interface Size {
  bytes: number
  /** Bytes that the current rows need. null: there are no statistics. */
  needed: number | null
  /** Bytes taken by replaced rows that have not been removed yet. */
  replaced: number
}

/**
 * Rewrites the table of device states if most of it is empty. Each reading replaces a row. While a snapshot is open, such as that of
 * a backup, PostgreSQL keeps all replaced rows; afterwards, it reuses their space but hardly ever makes the table smaller. Writers
 * wait while the table is rewritten. If it is in use, or replaced rows may still be read, a later run tries again.
 */
export async function shrinkStates(pool: pg.Pool, log: Log, limitMs = longestMs): Promise<void> {
  if (!isTooLarge({ ...(await findSize(pool)), replaced: 0 })) return
  // Removes the replaced rows that no snapshot can read.
  await pool.query('vacuum (skip_locked) device_state')
  const before = await findSize(pool)
  if (!isTooLarge(before)) return
  const isDone = await unlessInUse(pool, (client) => rewrite(client, limitMs)).catch((error: unknown) => {
    if (sqlState(error) !== queryCanceled) throw error
    log.warn(before, 'could not release unused space of the device states in time')
    return false
  })
  if (isDone)
    log.info({ before: before.bytes, after: (await findSize(pool)).bytes }, 'rewrote the device states')
}

const isTooLarge = ({ bytes, needed, replaced }: Size) =>
  needed !== null && bytes >= leastBytes && bytes >= mostGrowth * (needed + replaced)

/** Returns the size of the table, and estimates from statistics what its rows need. */
async function findSize(pool: pg.Pool): Promise<Size> {
  const { rows } = await pool.query<Size>(
    // After a crash, the numbers of live and dead rows are 0 for a while. The one that ANALYZE stored is kept.
    `select pg_relation_size(c.oid)::float8 as bytes, greatest(n_live_tup, reltuples) * row_bytes as needed,
       coalesce(n_dead_tup * row_bytes, 0) as replaced
     from pg_class c join pg_stat_user_tables t on relid = c.oid, lateral (
       select option_value::float8 as fillfactor from pg_options_to_table(reloptions) where option_name = 'fillfactor'
     ) options, lateral (
       select (${overheadOfRow} + sum(avg_width * (1 - null_frac))) * 100 / fillfactor as row_bytes from pg_stats s
       where s.schemaname = t.schemaname and s.tablename = c.relname
     ) average
     where c.oid = 'device_state'::regclass`,
  )
  return rows[0] ?? { bytes: 0, needed: null, replaced: 0 }
}

async function rewrite(client: pg.PoolClient, limitMs: number): Promise<boolean> {
  await client.query(`set local statement_timeout = ${limitMs}`)
  await client.query('cluster device_state using device_state_pkey')
  return true
}
