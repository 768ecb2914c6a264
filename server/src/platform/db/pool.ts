import pg from 'pg'
import type { Log } from '../log.ts'
import { DatabaseUnavailable, markLostConnection } from './database-failure.ts'

interface PoolOptions {
  /** Connections at most. */
  max: number
  log: Log
  statementTimeoutMs?: number
}

/**
 * Connections with a limit on everything that can wait. A connection that cannot be had or is lost
 * fails its callers with `DatabaseUnavailable` or an error `databaseFailure` knows, and never the process.
 */
export function createPool(url: string, { max, log, statementTimeoutMs = 7_000 }: PoolOptions): pg.Pool {
  const pool = new CheckedPool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    statement_timeout: statementTimeoutMs,
    lock_timeout: 2_000,
    idle_in_transaction_session_timeout: 10_000,
    application_name: 'eot-live',
    types: { getTypeParser },
  })
  // An error without a listener would end the process; each connection's own listener says what happened.
  pool.on('error', () => undefined)
  pool.on('connect', (client) =>
    client.on('error', (error) => {
      // Who ends the pool and then the database may see the connections go in either order.
      log[pool.ending ? 'debug' : 'warn']({ err: error }, 'a database connection was lost')
      refuseFurtherQueries(client, error)
    }),
  )
  return pool
}

class CheckedPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(
    callback: (
      error: Error | undefined,
      client: pg.PoolClient | undefined,
      done: (release?: boolean | Error) => void,
    ) => void,
  ): void
  override connect(
    callback?: (
      error: Error | undefined,
      client: pg.PoolClient | undefined,
      done: (release?: boolean | Error) => void,
    ) => void,
  ): Promise<pg.PoolClient> | undefined {
    if (!callback) return super.connect().catch((error) => Promise.reject(notConnected(error)))
    super.connect((error, client, done) => callback(error && notConnected(error), client, done))
    return undefined
  }
}

const notConnected = (cause: unknown) =>
  new DatabaseUnavailable('no connection to the database could be had', { cause })

/** A client that died while it was checked out answers later queries with errors of no recognisable kind. */
function refuseFurtherQueries(client: pg.PoolClient, cause: Error): void {
  markLostConnection(cause)
  Object.defineProperty(client, 'query', {
    // A connection can fail more than once: first it is told to end, then it does.
    configurable: true,
    value: () =>
      Promise.reject(new DatabaseUnavailable('the connection to the database was lost', { cause })),
  })
}

/** bigint as a number: what we count and number stays far below 2^53. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === pg.types.builtins.INT8 && format !== 'binary'
    ? Number
    : format === 'binary'
      ? pg.types.getTypeParser(oid, 'binary')
      : pg.types.getTypeParser(oid, 'text')
