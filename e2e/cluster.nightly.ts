import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import {
  addClusterNode,
  createClusterDatabase,
  dropClusterDatabase,
  listClusterNodes,
} from '@eot/server/test/cluster-databases'
import { makeTemporaryDirectory } from '@eot/server/test/temporary-directory'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { countShards, openPool, startReporting } from './src/citus/reporting-program.ts'
import { expectUnharmed, tell } from './src/crash/expect-unharmed.ts'
import { runKillLoop, type Victim } from './src/crash/kill-loop.ts'
import { chooseSeed, seededRandom } from './src/crash/seeded-random.ts'
import { readStored } from './src/crash/stored.ts'

// A coordinator of Citus with two more nodes, on which databases may be created.
const clusterUrl = process.env.CITUS_URL
const title = clusterUrl ? '' : ' (CITUS_URL names no coordinator)'

const deviceCount = 30
const killCount = Number(process.env.KILLS ?? 30)
const victims: Victim[] = ['program', 'postgres', 'postgres', 'both']

/** Creates a database on a coordinator and one worker node, which is dropped when the test ends. */
async function openCluster() {
  const [coordinator = '', first = '', second = ''] = await listClusterNodes(clusterUrl ?? '')
  const name = `eot_growth_${randomBytes(4).toString('hex')}`
  const nodes = [coordinator, first]
  onTestFinished(() => dropClusterDatabase(nodes, name))
  const url = await createClusterDatabase(nodes, name)
  const pool = openPool(url)
  const dataDir = await makeTemporaryDirectory()
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const addNode = async () => {
    await addClusterNode(url, second)
    nodes.push(second)
  }
  return { url, pool, dataDir, nodes, addNode }
}

test.skipIf(!clusterUrl)(
  `a node is added and takes its share while readings come in, none of which is lost or doubled${title}`,
  async () => {
    const { url, addNode } = await openCluster()
    const reporting = await startReporting(url, deviceCount)
    const { pool, traffic } = reporting
    await reporting.more(1000)
    expect(Object.keys(await countShards(pool))).toHaveLength(1)

    await addNode()
    const before = traffic.acknowledged()
    await pool.query(`select citus_rebalance_start(shard_transfer_mode => 'force_logical')`)
    await pool.query('select citus_rebalance_wait()')
    tell(`${traffic.acknowledged() - before} readings were acknowledged while shards moved`)
    expect(traffic.acknowledged()).toBeGreaterThan(before)
    const [one, other] = Object.values(await countShards(pool))
    expect(one).toBe(other)

    await reporting.more(1000)
    await reporting.finish()
  },
)

test.skipIf(!clusterUrl)(
  `kill -9 of the program, or of processes of the coordinator or a node, loses and duplicates nothing${title}`,
  async () => {
    const { url, pool, dataDir, nodes, addNode } = await openCluster()
    await addNode()
    const seed = chooseSeed()
    tell(`kills on a cluster, SEED=${seed}`)
    const random = seededRandom(seed)
    const kills = Array.from(
      { length: killCount },
      (_, n): Victim => victims[n % victims.length] ?? 'program',
    )
    const kill = () => killBackend(nodes[Math.floor(random() * nodes.length)] ?? '')
    const account = await runKillLoop({ dataDir, seed, random, kills, deviceCount, database: { url, kill } })
    tell(`killed: ${JSON.stringify(account.killed)}`)
    tell(`acknowledged again after: ${account.recoveredAfterMs.join(', ')} ms`)
    expect(account.exitCode).toBe(0)
    await expect.poll(() => countPrepared(nodes), { timeout: 120_000, interval: 1000 }).toBe(0)
    expectUnharmed(account.ledgers, await readStored(pool, account.ledgers))
  },
)

/** Kills a process of a server on this machine, which makes it start all its processes anew, after recovery. */
async function killBackend(node: string): Promise<void> {
  await withNode(node, async (client) => {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`,
    )
    if (rows[0]) process.kill(rows[0].pid, 'SIGKILL')
  })
}

/** The transactions on all nodes that wait for the coordinator to say whether they are committed. */
async function countPrepared(nodes: readonly string[]): Promise<number> {
  const counts = await Promise.all(
    nodes.map((node) =>
      withNode(node, async (client) => {
        const { rowCount } = await client.query('select from pg_prepared_xacts')
        return rowCount ?? 0
      }),
    ),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

async function withNode<Result>(node: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: node })
  // It may be the connection that is killed.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
