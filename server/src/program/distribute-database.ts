import type pg from 'pg'
import { connectForCommand } from '../platform/db/command-connection.ts'
import { type DurabilitySettings, findLossySetting } from '../platform/db/require-durability.ts'
import { StartRefused } from '../platform/start-refused.ts'

/**
 * Tables that grow with devices, all with the column `device_no`. On Citus, all rows of a device are on one node, and all other
 * tables stay on the coordinator (decision 076). Distributed tables have no triggers, and no references to other tables.
 */
export const distributedTables = [
  'reading',
  'reading_minute',
  'reading_hour',
  'reading_day',
  'reading_chunk',
  'reading_minute_chunk',
  'rating_hour',
  'rating_month',
] as const

/** Functions called by statements on these tables, including indirectly. */
export const nodeFunctions = [
  'unpack_bits(bit varying,integer,integer)',
  'unpack_signed(bit varying,integer)',
  'unpack_integers(bit varying,integer,integer)',
  'real_of_bits(bigint)',
  'double_of_bits(bigint,bigint)',
  'unpack_numbers(bytea,integer)',
  'unpack_buckets(bytea,integer)',
  'section_of(bytea,integer[],integer)',
]

/**
 * On Citus, the program marks hours as due for rating itself (`noteDueHours`), and ratings of deleted devices are deleted by a
 * trigger.
 */
const withoutRules = `
  drop trigger if exists reading_hour__due_ratings_stored on reading_hour;
  drop trigger if exists reading_hour__due_ratings_changed on reading_hour;
  alter table rating_hour drop constraint if exists rating_hour_device_no_fkey;
  alter table rating_month drop constraint if exists rating_month_device_no_fkey;
  create or replace function delete_ratings() returns trigger language plpgsql as $$
  declare
    gone integer[] := array(select no from removed);
  begin
    if cardinality(gone) > 0 then
      delete from rating_hour where device_no = any(gone);
      delete from rating_month where device_no = any(gone);
    end if;
    return null;
  end $$;
  create or replace trigger device_number__delete_ratings after delete on device_number
    referencing old table as removed for each statement execute function delete_ratings();`

interface ClusterNode extends DurabilitySettings {
  place: string
}

/**
 * Returns whether the database is a Citus coordinator with nodes for its tables. Throws StartRefused for one of the other
 * nodes, and if a node can lose committed data.
 */
export async function isCoordinator(url: string): Promise<boolean> {
  return withClient(url, async (client) => {
    const { rows: extensions } = await client.query(`select from pg_extension where extname = 'citus'`)
    if (extensions.length === 0) return false
    const { rows } = await client.query('select from pg_dist_local_group where groupid <> 0')
    if (rows.length > 0)
      throw new StartRefused('DATABASE_URL names a worker of a Citus cluster; name its coordinator')
    const { rows: allowed } = await client.query(
      `select where has_function_privilege('recover_prepared_transactions()', 'execute')`,
    )
    if (allowed.length === 0)
      throw new StartRefused(
        'the role of DATABASE_URL may not call recover_prepared_transactions(), which it needs after a node was away; grant it',
      )
    const nodes = await listNodes(client)
    for (const node of nodes) {
      const lossy = findLossySetting(node)
      if (lossy)
        throw new StartRefused(
          `the database node ${node.place} can lose what it has confirmed when the power fails, since its setting ${lossy} is off; turn it on`,
        )
    }
    return nodes.length > 0
  })
}

/**
 * Distributes those tables that are not distributed yet over the nodes of Citus, in one transaction. The schema must be the
 * newest one.
 */
export async function distributeDatabase(url: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.query('begin')
    // One program at a time, however long it takes; the next one finds them distributed.
    await client.query('set local lock_timeout = 0')
    await client.query(`select pg_advisory_xact_lock(hashtext('distribute-database'))`)
    const missing = await listUndistributed(client)
    if (missing.length > 0) {
      // Otherwise each shard would get a separate connection, and these do not see uncommitted objects of each other.
      await client.query(`set local citus.multi_shard_modify_mode = 'sequential'`)
      await client.query(withoutRules)
      for (const name of nodeFunctions) await client.query('select create_distributed_function($1)', [name])
      for (const table of missing) await distribute(client, table)
    }
    await client.query('commit')
  })
}

async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = await connectForCommand(url)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Lists the nodes that may hold rows of distributed tables, with the settings that decide whether they can lose them. */
async function listNodes(client: pg.Client): Promise<ClusterNode[]> {
  const { rows } = await client.query<{ place: string; success: boolean; result: string }>(
    `select n.nodename || ':' || n.nodeport as place, r.success, r.result
     from pg_dist_node n left join run_command_on_all_nodes($settings$
       select json_build_object('fsync', current_setting('fsync'), 'full_page_writes', current_setting('full_page_writes'),
         'synchronous_commit', current_setting('synchronous_commit'))
     $settings$) r on r.nodeid = n.nodeid
     where n.noderole = 'primary' and n.isactive and n.shouldhaveshards order by 1`,
  )
  return rows.map(({ place, success, result }) => {
    if (!success) throw new StartRefused(`the database node ${place} cannot be reached: ${result}`)
    return { place, ...(JSON.parse(result) as DurabilitySettings) }
  })
}

async function listUndistributed(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select name from unnest($1::text[]) with ordinality as t (name, place)
     where not exists (select from pg_dist_partition where logicalrelid = name::regclass) order by place`,
    [distributedTables],
  )
  return rows.map(({ name }) => name)
}

const [firstTable] = distributedTables

/**
 * Colocated: the rows of a device are on the same node in all tables. Existing rows are copied to the nodes, and would
 * otherwise stay on the coordinator, where they are invisible.
 */
async function distribute(client: pg.Client, table: string): Promise<void> {
  await client.query(`select create_distributed_table($1, 'device_no', colocate_with => $2)`, [
    table,
    table === firstTable ? 'none' : firstTable,
  ])
  await client.query('select truncate_local_data_after_distributing_table($1)', [table])
}
