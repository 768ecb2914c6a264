import type pg from 'pg'
import { sqlState } from '../../platform/db/database-failure.ts'
import { executeOn } from '../../platform/db/execute.queries.ts'
import { isDistributed } from '../../platform/db/is-distributed.queries.ts'
import { listDevicesIn, type ReadingsOfRange, storeMinutesOf } from '../readings/index.ts'
import type { Cut, Range } from './partition-range.ts'

const lockNotAvailable = '55P03'

/**
 * Runs work in a transaction without a statement timeout. Usually there are few rows to move or to store. There are many if the
 * jobs have not run for a long time, and the program must start even then.
 */
async function withoutTimeout<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query('begin; set local statement_timeout = 0')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

/** Lists the names of a table's partitions, without the default one. */
export async function listPartitions(pool: pg.Pool, table: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = $1::regclass and c.relname <> $1 || '_default' order by 1`,
    [table],
  )
  return rows.map((row) => row.name)
}

/**
 * Creates a partition and moves its rows out of the default one. Writers wait in the meantime. If another process is creating
 * the same partition, waits and finds it created.
 */
export async function createPartition(
  pool: pg.Pool,
  { table, column }: Cut,
  { name, from, to }: Range,
): Promise<void> {
  const [start, end] = [from.toISOString(), to.toISOString()]
  await withoutTimeout(pool, async (client) => {
    await client.query(`lock table ${table}_default in access exclusive mode`)
    const { rows } = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [
      name,
    ])
    if (rows[0]?.exists) return
    await client.query(`create table ${name} (like ${table} including all)`)
    await omitStatistics(client, name)
    await client.query(
      `with moved as (delete from ${table}_default where ${column} >= $1 and ${column} < $2 returning *)
       insert into ${name} select * from moved`,
      [start, end],
    )
    await client.query(
      `alter table ${table} attach partition ${name} for values from ('${start}') to ('${end}')`,
    )
  })
}

/**
 * Disables planner statistics for all columns except devices and times, since no query filters by sensor values. Collecting
 * statistics for every column took 1.5 s, during which vacuum could not remove old rows of `device_state`.
 */
async function omitStatistics(client: pg.PoolClient, table: string): Promise<void> {
  const { rows } = await client.query<{ changes: string }>(
    `select string_agg(format('alter column %I set statistics 0', attname), ', ') as changes from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and attname <> 'device_no' and atttypid <> 'timestamptz'::regtype`,
    [table],
  )
  await client.query(`alter table ${table} ${rows[0]?.changes}`)
}

/** Drops a partition. Returns false if it is in use, for example by a backup; the next run tries again. */
export const dropPartition = (pool: pg.Pool, name: string): Promise<boolean> =>
  unlessInUse(pool, async (client) => {
    await client.query(`drop table if exists ${name}`)
    return true
  })

/** Late readings of these devices wait meanwhile. */
const devicesAtOnce = 20

/**
 * Stores the minutes of readings that are about to be deleted. There is no time limit. Does nothing if another process has already
 * dropped the partition.
 */
export async function keepMinutesOf(pool: pg.Pool, readings: ReadingsOfRange): Promise<void> {
  try {
    const devices = await withoutTimeout(pool, (client) => listDevicesIn(executeOn(client), readings))
    while (devices.length > 0) {
      const some = devices.splice(0, devicesAtOnce)
      await withoutTimeout(pool, (client) => storeMinutesOf(executeOn(client), readings, some))
    }
  } catch (error) {
    const { rows } = await pool.query('select to_regclass($1) as name', [readings.partition])
    if (rows[0]?.name) throw error
  }
}

/** Runs work that locks a whole table, in a transaction. Returns false, with nothing changed, if the table is in use. */
export async function unlessInUse(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<boolean>,
): Promise<boolean> {
  const client = await pool.connect()
  try {
    // Wait only briefly for the lock, since everyone who reads or writes the table queues behind it.
    await client.query(`begin; set local lock_timeout = '100ms'`)
    const isDone = await work(client)
    await client.query('commit')
    return isDone
  } catch (error) {
    await client.query('rollback')
    if (sqlState(error) !== lockNotAvailable) throw error
    return false
  } finally {
    client.release()
  }
}

/** Lists the weeks, months or years with rows in the default partition. */
export async function listStrays(pool: pg.Pool, { table, column, unit }: Cut): Promise<Date[]> {
  const { rows } = await withoutTimeout(pool, (client) =>
    client.query<{ start: Date }>(
      `select distinct date_trunc('${unit}', ${column} at time zone 'UTC') at time zone 'UTC' as start from ${table}_default`,
    ),
  )
  return rows.map((row) => row.start)
}

/** Deletes expired readings from the default partition. */
export async function deleteStraysBefore(pool: pg.Pool, before: Date): Promise<void> {
  await withoutTimeout(pool, async (client) => {
    await client.query('delete from reading_default where at < $1', [before])
    await client.query(`delete from reading_chunk_default where start < $1::timestamptz - interval '1 day'`, [
      before,
    ])
  })
}

/** Deletes the records of clocks that were ahead, for times whose readings are no longer kept by the minute. */
export async function deleteSkewsBefore(pool: pg.Pool, before: Date): Promise<void> {
  await pool.query('delete from clock_skew where until < $1', [before])
}

/**
 * Deletes report intervals before a time from which readings and minutes are no longer kept, except the last one of each device and
 * UTC day. Devices that rarely change their interval lose nothing.
 */
export async function thinReportIntervalsBefore(pool: pg.Pool, before: Date): Promise<void> {
  await withoutTimeout(pool, (client) =>
    client.query(
      `delete from report_interval r where since < $1 and exists (
         select from report_interval later where later.device_no = r.device_no and later.since > r.since
           and later.since < date_bin('1 day', r.since, '2000-01-01T00:00Z') + interval '1 day')`,
      [before],
    ),
  )
}

/** The size of an empty table: the first page of its key. */
const emptyBytes = 8192
const holdsBytes = `pg_total_relation_size($1::regclass) > ${emptyBytes}`
/** The same condition for a distributed table, whose shards are on the nodes. */
const holdsBytesAnywhere = `citus_total_relation_size($1::regclass) >
  ${emptyBytes} * (select count(*) from pg_dist_shard where logicalrelid = $1::regclass)`

/**
 * Releases the disk space of partitions whose rows have all become compact. Rows read in a snapshot may still be needed, so the
 * last ones must have become compact long ago. The next run tries partitions in use again.
 */
export async function shrinkEmptyPartitions(pool: pg.Pool, names: readonly string[]): Promise<string[]> {
  const shrunk: string[] = []
  // Nodes would send a subquery without a limit as a whole, and cannot send rows without columns.
  const isWorthIt = (await isDistributed(executeOn(pool))) ? holdsBytesAnywhere : holdsBytes
  for (const name of names) {
    const { rows } = await pool.query<{ isWorthIt: boolean }>(
      `select ${isWorthIt} and not exists (select 1 from ${name} limit 1) as "isWorthIt"`,
      [name],
    )
    if (rows[0]?.isWorthIt && (await truncateIfEmpty(pool, name))) shrunk.push(name)
  }
  return shrunk
}

const truncateIfEmpty = (pool: pg.Pool, name: string): Promise<boolean> =>
  unlessInUse(pool, async (client) => {
    await client.query(`lock table ${name} in access exclusive mode`)
    const { rows } = await client.query(`select 1 from ${name} limit 1`)
    if (rows.length === 0) await client.query(`truncate ${name}`)
    return rows.length === 0
  })
