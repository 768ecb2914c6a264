import { Client } from 'pg'
import { round } from '../statistics.ts'

/** What a node did: transactions committed, rows written, and rows fetched through indexes. */
interface NodeCounts {
  transactions: number
  rows: number
  read: number
}

export interface Counted {
  /** How much work was done: the number of readings stored, or of dashboards opened. */
  units: number
  seconds: number
  /** The coordinator comes first. */
  nodes: NodeCounts[]
  /** Statements of the coordinator for a single shard, and for several. */
  ofOneShard: number
  ofManyShards: number
}

/** Counts what each node does while `work` runs, which returns how much it has done. */
export async function countNodes(
  databases: readonly string[],
  work: () => Promise<number>,
): Promise<Counted> {
  const before = await readCounts(databases)
  const startedAt = performance.now()
  const units = await work()
  const seconds = (performance.now() - startedAt) / 1000
  const after = await readCounts(databases)
  return {
    units,
    seconds,
    nodes: after.nodes.map((counts, node) => ({
      transactions: counts.transactions - (before.nodes[node]?.transactions ?? 0),
      rows: counts.rows - (before.nodes[node]?.rows ?? 0),
      read: counts.read - (before.nodes[node]?.read ?? 0),
    })),
    ofOneShard: after.ofOneShard - before.ofOneShard,
    ofManyShards: after.ofManyShards - before.ofManyShards,
  }
}

/** Returns the details of a figure: rates of each node, and counts of statements. */
export const perSecond = ({ units, seconds, nodes, ofOneShard, ofManyShards }: Counted) => ({
  units,
  transactionsPerSecond: nodes.map(({ transactions }) => round(transactions / seconds, 0)),
  rowsPerSecond: nodes.map(({ rows }) => round(rows / seconds, 0)),
  rowsReadPerSecond: nodes.map(({ read }) => round(read / seconds, 0)),
  ofOneShard,
  ofManyShards,
})

/** Sessions report what they have done at most once a second, or after ten seconds of idling. */
const reportMs = 11_000

async function readCounts(databases: readonly string[]) {
  await new Promise((resolve) => setTimeout(resolve, reportMs))
  const nodes = await Promise.all(
    databases.map((database) =>
      query<NodeCounts>(
        database,
        `select xact_commit::float8 as transactions, (tup_inserted + tup_updated + tup_deleted)::float8 as rows,
           tup_fetched::float8 as read from pg_stat_database where datname = current_database()`,
      ),
    ),
  )
  const [coordinator = ''] = databases
  const sent = await query<{ ofOneShard: number; ofManyShards: number }>(
    coordinator,
    `select query_execution_single_shard::float8 as "ofOneShard", query_execution_multi_shard::float8 as "ofManyShards"
     from citus_stat_counters where name = current_database()`,
  )
  return { nodes, ...sent }
}

async function query<Row extends object>(database: string, text: string): Promise<Row> {
  const client = new Client({ connectionString: database })
  await client.connect()
  try {
    const { rows } = await client.query<Row>(text)
    const [row] = rows
    if (!row) throw new Error(`no row: ${text}`)
    return row
  } finally {
    await client.end()
  }
}
