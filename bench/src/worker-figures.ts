import { randomBytes } from 'node:crypto'
import {
  createClusterDatabase,
  dropClusterDatabase,
  listClusterNodes,
} from '@eot/server/test/cluster-databases'
import { withDatabase } from '@eot/server/test/database-url'
import { runStatement } from '@eot/server/test/drop-database'
import { type BenchProgram, withProgram } from './bench-program.ts'
import { BulkSource } from './bulk-segment.ts'
import { expectCount, type Figure } from './figure.ts'
import { callsOfDashboard } from './growth/dashboard-calls.ts'
import { growTo } from './growth/grow-to.ts'
import { sendLanes } from './send-bulk.ts'
import { round } from './statistics.ts'
import { type Counted, countNodes, perSecond } from './workers/count-nodes.ts'

/** Divisible among one, two and three nodes. */
const shards = 12
const laneCount = 4
const rowsPerRequest = 250
const intervalMs = 60_000
/** Reports that each device sends before measuring, so that its rows already exist. */
const warmUpReports = 3
const dashboardRounds = 20

interface Scale {
  nodes: number
  readingsPerSecond: number
  intake: Counted
  dashboard: Counted
  /** Calls that a dashboard makes. */
  calls: number
}

/**
 * Measures what each database node does when the same devices are spread over one, two and three of them. Needs a Citus
 * coordinator with two more nodes, named by CITUS_URL. All run on one machine, so only their work can be compared, not their
 * speed.
 */
export async function measureWorkers(isQuick: boolean): Promise<Figure[]> {
  const coordinator = process.env.CITUS_URL
  if (!coordinator) {
    console.error('skipped: CITUS_URL does not name a coordinator')
    return []
  }
  const nodes = await listClusterNodes(coordinator)
  if (nodes.length < 3) throw new Error(`the cluster has ${nodes.length} nodes, but three are compared`)
  const scales: Scale[] = []
  for (const count of [1, 2, 3]) scales.push(await measureOn(nodes.slice(0, count), isQuick))
  return figuresOf(scales)
}

async function measureOn(nodes: readonly string[], isQuick: boolean): Promise<Scale> {
  const name = `eot_workers_${randomBytes(4).toString('hex')}`
  const url = await createClusterDatabase(nodes, name, shards)
  try {
    const { hostname, port } = new URL(url)
    // By default, the coordinator of a cluster with other nodes stores no shards.
    await runStatement(
      url,
      `select citus_set_node_property('${hostname}', ${port}, 'shouldhaveshards', true)`,
    )
    await runStatement(url, `alter database ${name} set citus.enable_stat_counters = on`)
    const databases = nodes.map((node) => withDatabase(node, name))
    return await withProgram(0, (bench) => measureScale(bench, databases, isQuick), { databaseUrl: url })
  } finally {
    await dropClusterDatabase(nodes, name)
  }
}

async function measureScale(
  bench: BenchProgram,
  databases: readonly string[],
  isQuick: boolean,
): Promise<Scale> {
  const reports = isQuick ? 20 : 100
  const { devices, schoolId } = await growTo(bench.pool, bench.siteId, isQuick ? 1000 : 3000)
  const { portal } = await bench.restart()
  const source = new BulkSource(
    { devices, lanes: laneCount, intervalMs, rowsPerRequest },
    Date.now() - (warmUpReports + reports) * intervalMs,
  )
  const send = async (count: number) => {
    const { lanes, rows } = source.next(count)
    const { accepted, seconds } = await sendLanes({ url: portal.url, token: bench.gatewayToken }, lanes)
    expectCount('rows accepted', accepted, rows)
    return accepted / seconds
  }
  await send(warmUpReports)
  let readingsPerSecond = 0
  const intake = await countNodes(databases, async () => {
    readingsPerSecond = await send(reports)
    return reports * devices.length
  })
  const calls = callsOfDashboard(portal, schoolId)
  const dashboard = await countNodes(databases, async () => {
    for (let round = 0; round < dashboardRounds; round += 1) for (const call of calls) await call()
    return dashboardRounds
  })
  return { nodes: databases.length, readingsPerSecond, intake, dashboard, calls: calls.length }
}

function figuresOf(scales: readonly Scale[]): Figure[] {
  const [one, , three] = scales
  if (!one || !three) throw new Error('nothing was measured')
  const busiest = ({ nodes }: Counted) => Math.max(...nodes.map(({ rows }) => rows))
  const share = round(
    busiest(three.intake) / three.intake.units / (busiest(one.intake) / one.intake.units),
    2,
  )
  const { calls } = three
  const many = round(three.dashboard.ofManyShards / three.dashboard.units, 1)
  return [
    {
      key: 'workers-rows',
      title: 'rows that the busiest of three database nodes writes for a reading, compared with one node',
      unit: '×',
      value: share,
      yardstick: null,
      score: share,
      goal: 0.45,
      floor: 0.7,
      better: 'less',
      details: Object.fromEntries(
        scales.map(({ nodes, readingsPerSecond, intake }) => [
          nodes,
          { readingsPerSecond: round(readingsPerSecond, 0), ...perSecond(intake) },
        ]),
      ),
    },
    {
      key: 'workers-dashboard',
      title: 'statements to more than one shard for a dashboard of a school of 100 devices, three nodes',
      unit: '',
      value: many,
      yardstick: null,
      score: many,
      goal: 2 * calls,
      floor: 4 * calls,
      better: 'less',
      details: Object.fromEntries(scales.map(({ nodes, dashboard }) => [nodes, perSecond(dashboard)])),
    },
  ]
}
