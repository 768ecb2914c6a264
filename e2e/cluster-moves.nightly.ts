import { join } from 'node:path'
import type { Database } from '@eot/server/database'
import { beginAtOneMoment } from '@eot/server/platform/backup/one-moment.queries'
import { beginSnapshot } from '@eot/server/platform/backup/snapshot.queries'
import { connectForCommand } from '@eot/server/platform/db/command-connection'
import { answers } from '@eot/server/platform/db/probe'
import { queryBuilder } from '@eot/server/platform/db/query-builder'
import { distributedTables } from '@eot/server/program/distribute-database'
import { prepareDatabase } from '@eot/server/program/prepare-database'
import { compactAll } from '@eot/server/test/compact-all'
import { contentsByTable } from '@eot/server/test/contents-by-table'
import { runStatement } from '@eot/server/test/drop-database'
import pg from 'pg'
import { expect, test } from 'vitest'
import { allowCitus, hasCitus, joinNodes, openServers } from './src/citus/citus-servers.ts'
import { countShards, openPool, startReporting } from './src/citus/reporting-program.ts'

const title = hasCitus ? '' : ' (no PostgreSQL with Citus is installed)'

async function readContents(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await contentsByTable(client)
  } finally {
    await client.end()
  }
}

/** What distributed tables take on the coordinator itself. */
async function countLocalBytes(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>(
    'select sum(pg_relation_size(logicalrelid))::float8 as bytes from pg_dist_partition',
  )
  return rows[0]?.bytes ?? 0
}

test.skipIf(!hasCitus)(
  `an existing database becomes a cluster with the same rows in every table, while devices wait${title}`,
  async () => {
    const servers = await openServers()
    const server = await servers.create('db-0', { citus: false })
    const reporting = await startReporting(server.url)
    await reporting.sendHistory()
    await reporting.more(2000)
    await reporting.stop()
    await compactAll(queryBuilder<Database>(reporting.pool), new Date())

    await allowCitus(server)
    server.control('restart', '-m', 'fast')
    await runStatement(server.url, 'create extension citus')
    const nodes = [await servers.create('db-1'), await servers.create('db-2')]
    await joinNodes(server, nodes)
    const before = await readContents(server.url)
    expect(distributedTables.filter((table) => (before[table] ?? '') === '0 0')).toEqual([])
    // What the start of the program does first.
    await prepareDatabase(server.url)
    expect(await readContents(server.url)).toEqual(before)
    expect(await countLocalBytes(reporting.pool)).toBe(0)
    expect(await countShards(reporting.pool)).toEqual(Object.fromEntries(nodes.map(({ port }) => [port, 16])))

    await reporting.start()
    await reporting.more(500)
    await reporting.finish()
  },
)

test.skipIf(!hasCitus)(
  `no acknowledged reading is lost when a standby takes the place of a lost node, nor when a node is removed${title}`,
  async () => {
    const servers = await openServers()
    const [coordinator, lost, removed] = await servers.createCluster()
    const reporting = await startReporting(coordinator.url)
    await reporting.more(500)
    const standby = await servers.createStandby(lost, 'db-1b')
    await reporting.more(500)

    expect(await answers(coordinator.url)).toBe(true)
    lost.control('stop', '-m', 'immediate')
    expect(await answers(coordinator.url)).toBe(false)
    standby.control('promote')
    await runStatement(
      coordinator.url,
      `select citus_update_node(nodeid, '127.0.0.1', ${standby.port}) from pg_dist_node where nodeport = ${lost.port}`,
    )
    await reporting.more(500)
    expect(Object.keys(await countShards(reporting.pool))).toContain(`${standby.port}`)

    const { pool } = reporting
    await pool.query(
      `select citus_set_node_property('127.0.0.1', ${removed.port}, 'shouldhaveshards', false)`,
    )
    await pool.query('select citus_rebalance_start()')
    await pool.query('select citus_rebalance_wait()')
    await pool.query(`select citus_remove_node('127.0.0.1', ${removed.port})`)
    removed.control('stop', '-m', 'immediate')
    expect(await countShards(pool)).toEqual({ [standby.port]: 32 })
    await reporting.more(500)
    await reporting.finish()
  },
)

/** Compares the states of devices, which are on the coordinator, with the newest of their readings, which are on the nodes. */
async function compareStates(
  on: Pick<pg.ClientBase, 'query'>,
): Promise<{ readings: number; differing: number }> {
  const { rows } = await on.query<{ readings: number; differing: number }>(
    `select sum(count)::int as readings, count(*) filter (where latest_at is distinct from newest)::int as differing
     from device_state left join (select device_no, count(*), max(at) as newest from every_reading group by 1) r using (device_no)`,
  )
  return rows[0] ?? { readings: 0, differing: 0 }
}

test.skipIf(!hasCitus)(
  `a backup of a cluster that devices report to is of one moment, and a cluster is restored from it${title}`,
  async () => {
    const servers = await openServers()
    const cluster = await servers.createCluster()
    const [{ url }] = cluster
    const reporting = await startReporting(url)
    await reporting.more(2000)
    const client = await connectForCommand(url)
    for (let round = 0; round < 20; round += 1) {
      await beginAtOneMoment(url, client, () => beginSnapshot(client))
      expect((await compareStates(client)).differing).toBe(0)
      await client.query('rollback')
    }
    await client.end()

    const file = join(reporting.dataDir, 'cluster.backup')
    const acknowledged = reporting.traffic.acknowledged()
    await reporting.run('backup', file)
    await reporting.more(500)
    await reporting.finish()

    // Otherwise it would be taken for that of a program.
    await reporting.pool.end()
    await reporting.run('restore', '--replace', '--yes', file)
    const pool = openPool(url)
    const restored = await compareStates(pool)
    expect(restored.readings).toBeGreaterThanOrEqual(acknowledged)
    expect(restored.differing).toBe(0)

    await reporting.start()
    expect(Object.values(await countShards(pool))).toEqual([16, 16])
    await reporting.sendHistory()
    await reporting.stop()
  },
)
