import { launchProgram } from '@eot/server/test/child-program'
import { createDevices, createSite, signInAsAdministrator } from '@eot/server/test/portal-client'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { clusterUrl, countPrepared, killBackend, openCluster } from './src/cluster.ts'
import { expectUnharmed, tell } from './src/crash/expect-unharmed.ts'
import { runKillLoop, siteZone, type Victim } from './src/crash/kill-loop.ts'
import { chooseSeed, seededRandom } from './src/crash/seeded-random.ts'
import { readStored } from './src/crash/stored.ts'
import { startTraffic } from './src/crash/traffic.ts'

const title = clusterUrl ? '' : ' (CITUS_URL names no coordinator)'
const deviceCount = 30
const longestMs = 600_000
const killCount = Number(process.env.KILLS ?? 30)
const victims: Victim[] = ['program', 'postgres', 'postgres', 'both']

test.skipIf(!clusterUrl)(
  `a node is added and takes its share while readings come in, none of which is lost or doubled${title}`,
  async () => {
    const { url, pool, dataDir, addNode } = await openCluster()
    const program = launchProgram({ dataDir, environment: { DATABASE_URL: url } })
    onTestFinished(() => program.kill())
    const ports = await program.ready
    const seed = chooseSeed()
    tell(`cluster, SEED=${seed}`)
    const portal = await signInAsAdministrator(ports.http)
    const site = await createSite(portal, { Name: 'Cluster', TimeZone: siteZone })
    const devices = await createDevices(portal, site.id, { count: deviceCount, firstMac: 1 })
    const { gatewayToken } = site
    const traffic = startTraffic({
      devices,
      gatewayToken,
      ports,
      seed,
      random: seededRandom(seed),
      longestMs,
    })
    onTestFinished(() => traffic.close())
    const more = () => expect.poll(() => traffic.acknowledged(), { timeout: 120_000 })
    await more().toBeGreaterThan(1000)
    expect(await listShardCounts(pool)).toHaveLength(1)

    await addNode()
    const before = traffic.acknowledged()
    await pool.query(`select citus_rebalance_start(shard_transfer_mode => 'force_logical')`)
    await pool.query('select citus_rebalance_wait()')
    tell(`${traffic.acknowledged() - before} readings were acknowledged while shards moved`)
    expect(traffic.acknowledged()).toBeGreaterThan(before)
    const [one, other] = await listShardCounts(pool)
    expect(one).toBe(other)

    await more().toBeGreaterThan(traffic.acknowledged() + 1000)
    await traffic.finish()
    await traffic.close()
    expect(await program.stop()).toBe(0)
    expectUnharmed(traffic.ledgers, await readStored(pool, traffic.ledgers))
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

/** The numbers of shards on each node that has some. */
async function listShardCounts(pool: pg.Pool): Promise<number[]> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*) from citus_shards where table_name = 'reading_day'::regclass group by nodeport order by nodeport`,
  )
  return rows.map(({ count }) => count)
}
