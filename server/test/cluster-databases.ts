import { Client } from 'pg'
import { withDatabase } from './database-url.ts'
import { dropDatabase, runStatement } from './drop-database.ts'

/** Shards of a table. The default of 32 would take most of the time of a test to create. */
const shardCount = 4

/** Lists the addresses of the given coordinator of a Citus cluster, and of its other nodes. */
export async function listClusterNodes(url: string): Promise<string[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ host: string; port: number }>(
      'select nodename as host, nodeport as port from pg_dist_node where groupid > 0 order by 2',
    )
    return [
      url,
      ...rows.map(({ host, port }) => {
        const node = new URL(url)
        node.host = `${host}:${port}`
        return node.href
      }),
    ]
  } finally {
    await client.end()
  }
}

/** Creates an empty database on these nodes, the coordinator first, as a separate cluster. Returns its address. */
export async function createClusterDatabase(
  nodes: readonly string[],
  name: string,
  shards = shardCount,
): Promise<string> {
  const [coordinator = '', ...workers] = nodes
  const url = withDatabase(coordinator, name)
  await createNodeDatabase(coordinator, name)
  await runStatement(coordinator, `alter database ${name} set citus.shard_count = ${shards}`)
  await runStatement(url, `select citus_set_coordinator_host(${placeOf(coordinator)})`)
  for (const worker of workers) await addClusterNode(url, worker)
  return url
}

/** Adds a node to the cluster of a database, as an operator would. */
export async function addClusterNode(url: string, worker: string): Promise<void> {
  await createNodeDatabase(worker, new URL(url).pathname.slice(1))
  await runStatement(url, `select citus_add_node(${placeOf(worker)})`)
}

async function createNodeDatabase(node: string, name: string): Promise<void> {
  await runStatement(node, `create database ${name}`)
  await runStatement(withDatabase(node, name), 'create extension citus')
}

const placeOf = (url: string) => `'${new URL(url).hostname}', ${new URL(url).port}`

/**
 * Ends the sessions of a database and refuses new ones, so that it can be copied or dropped: nodes connect to each other now
 * and then, which would prevent both.
 */
export async function closeClusterDatabase(nodes: readonly string[], name: string): Promise<void> {
  for (const node of nodes) {
    await runStatement(node, `alter database ${name} allow_connections false`)
    await runStatement(
      node,
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`,
    )
  }
}

/** Copies a closed template on all nodes. The copies are a cluster too, since nodes find each other's databases by name. */
export async function copyClusterDatabase(
  nodes: readonly string[],
  name: string,
  template: string,
): Promise<void> {
  for (const node of nodes)
    await runStatement(node, `create database ${name} template ${template} strategy file_copy`)
  const [coordinator = ''] = nodes
  // Settings of a database are not copied from its template.
  await runStatement(coordinator, `alter database ${name} set citus.shard_count = ${shardCount}`)
}

/** Drops a database of a cluster, on the given nodes that have it. */
export async function dropClusterDatabase(nodes: readonly string[], name: string): Promise<void> {
  await closeClusterDatabase(nodes, name)
  for (const node of nodes) await dropDatabase(node, name)
}
