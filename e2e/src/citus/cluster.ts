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
import { onTestFinished } from 'vitest'
import { openPool } from './reporting-program.ts'

/** A coordinator of Citus with two more nodes, on which databases may be created. */
export const clusterUrl = process.env.CITUS_URL

/** Creates a database on a coordinator and one worker node, which is dropped when the test ends. */
export async function openCluster() {
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

/** Kills a process of a server on this machine, so that the server restarts all its processes and recovers. */
export async function killBackend(node: string): Promise<void> {
  await withNode(node, async (client) => {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`,
    )
    if (rows[0]) process.kill(rows[0].pid, 'SIGKILL')
  })
}

/** Counts the prepared transactions on all nodes, which the coordinator has not yet committed or rolled back. */
export async function countPrepared(nodes: readonly string[]): Promise<number> {
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
  // The killed process may be that of this connection.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
