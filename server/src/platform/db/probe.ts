import pg from 'pg'
import { executeOn } from './execute.queries.ts'
import { allNodesAnswer, isDistributed } from './is-distributed.queries.ts'

/** Returns whether the database accepts writes: it assigns no transaction ids on a standby or with a full disk. */
export async function isWritable(pool: pg.Pool): Promise<boolean> {
  try {
    await pool.query('select pg_current_xact_id()')
    return true
  } catch {
    return false // any failure means that it does not
  }
}

const answerWithinMs = 2000

/**
 * Returns whether the database, with all nodes of a cluster, responds on a new connection, independently of existing ones.
 */
export async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: answerWithinMs,
    query_timeout: answerWithinMs,
    // Without it, the coordinator of a cluster would keep waiting for a node after the query has timed out here.
    statement_timeout: answerWithinMs,
  })
  client.on('error', () => undefined) // every failure also rejects a promise
  try {
    await client.connect()
    const execute = executeOn(client)
    return !(await isDistributed(execute)) || (await allNodesAnswer(execute))
  } catch {
    return false
  } finally {
    void client.end().catch(() => undefined) // without a response it may never end
  }
}
