import { expect, test } from 'vitest'
import { clusterUrl, countPrepared, killBackend, openCluster } from './src/citus/cluster.ts'
import { countShards, startReporting } from './src/citus/reporting-program.ts'
import { expectUnharmed, tell } from './src/crash/expect-unharmed.ts'
import { runKillLoop, type Victim } from './src/crash/kill-loop.ts'
import { chooseSeed, seededRandom } from './src/crash/seeded-random.ts'
import { readStored } from './src/crash/stored.ts'

const title = clusterUrl ? '' : ' (CITUS_URL names no coordinator)'
const deviceCount = 30
const killCount = Number(process.env.KILLS ?? 30)
const victims: Victim[] = ['program', 'postgres', 'postgres', 'both']

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
