import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { createPool } from '@eot/server/platform/db/pool'
import { createLog } from '@eot/server/platform/log'
import { launchProgram } from '@eot/server/test/child-program'
import {
  addClusterNode,
  createClusterDatabase,
  dropClusterDatabase,
  listClusterNodes,
} from '@eot/server/test/cluster-databases'
import { createDevices, createSite, signInAsAdministrator } from '@eot/server/test/portal-client'
import { makeTemporaryDirectory } from '@eot/server/test/temporary-directory'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { expectUnharmed, tell } from './src/crash/expect-unharmed.ts'
import { siteZone } from './src/crash/kill-loop.ts'
import { chooseSeed, seededRandom } from './src/crash/seeded-random.ts'
import { readStored } from './src/crash/stored.ts'
import { startTraffic } from './src/crash/traffic.ts'

// A coordinator of Citus with two more nodes, on which databases may be created.
const clusterUrl = process.env.CITUS_URL
const title = clusterUrl ? '' : ' (CITUS_URL names no coordinator)'

const deviceCount = 30
const longestMs = 600_000

test.skipIf(!clusterUrl)(
  `a node is added and takes its share while readings come in, none of which is lost or doubled${title}`,
  async () => {
    const [coordinator = '', first = '', second = ''] = await listClusterNodes(clusterUrl ?? '')
    const name = `eot_growth_${randomBytes(4).toString('hex')}`
    const nodes = [coordinator, first]
    onTestFinished(() => dropClusterDatabase(nodes, name))
    const url = await createClusterDatabase(nodes, name)
    const pool = createPool(url, {
      max: 2,
      log: createLog('silent'),
      waitMs: 60_000,
      statementTimeoutMs: longestMs,
    })
    onTestFinished(() => pool.end())
    const dataDir = await makeTemporaryDirectory()
    onTestFinished(() => rm(dataDir, { recursive: true }))
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

    await addClusterNode(url, second)
    nodes.push(second)
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

/** The numbers of shards on each node that has some. */
async function listShardCounts(pool: pg.Pool): Promise<number[]> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*) from citus_shards where table_name = 'reading_day'::regclass group by nodeport order by nodeport`,
  )
  return rows.map(({ count }) => count)
}
