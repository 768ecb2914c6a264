import pg from 'pg'
import type { Log } from '../log.ts'
import { CancelableClient } from './cancel-reads.ts'
import { DatabaseUnavailable, markLostConnection } from './database-failure.ts'
import { getTypeParser } from './type-parsers.ts'

interface PoolOptions {
  /** Maximum number of connections. */
  max: number
  log: Log
  /** Maximum time to wait for a connection, or for a lock. */
  waitMs?: number
  statementTimeoutMs?: number
  /**
   * Whether the address is that of a pooler in transaction mode, in which each transaction may use another session. Its
   * sessions have their own timeouts.
   */
  isPooler?: boolean
}

/**
 * Creates a connection pool with a timeout for every wait. A connection that fails or is lost never ends the process; its
 * callers get `DatabaseUnavailable` or an error that `databaseFailure` classifies.
 */
export function createPool(
  url: string,
  { max, log, waitMs = 2_000, statementTimeoutMs = 7_000, isPooler = false }: PoolOptions,
): pg.Pool {
  const pool = new CheckedPool({
    Client: CancelableClient,
    connectionString: url,
    max,
    connectionTimeoutMillis: waitMs,
    // New connections are slow at first, since each one has to load the system catalogs into its own cache.
    idleTimeoutMillis: 30 * 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(!isPooler && {
      statement_timeout: statementTimeoutMs,
      lock_timeout: waitMs,
      idle_in_transaction_session_timeout: 10_000,
    }),
    application_name: 'eot-live',
    types: { getTypeParser },
  })
  // Without a listener, an error would end the process. The listener of each connection logs it.
  pool.on('error', () => undefined)
  if (isPooler) pool.on('connect', forgetNames)
  pool.on('connect', (client) =>
    client.on('error', (error) => {
      // While the pool is ending, losing a connection is expected.
      log[pool.ending ? 'debug' : 'warn']({ err: error }, 'a database connection was lost')
      refuseFurtherQueries(client, error)
    }),
  )
  return pool
}

/** Removes statement names: a statement may not be prepared in the session that it gets, so it is sent completely each time. */
function forgetNames(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  client.query = ((first: unknown, ...rest: unknown[]) => {
    const isNamed = typeof first === 'object' && first !== null && 'name' in first && 'text' in first
    return query(isNamed ? { ...first, name: undefined } : first, ...rest)
  }) as typeof client.query
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
  new DatabaseUnavailable('could not connect to the database', { cause })

/** Makes later queries on a lost client fail with a recognizable error. */
function refuseFurtherQueries(client: pg.PoolClient, cause: Error): void {
  markLostConnection(cause)
  Object.defineProperty(client, 'query', {
    // A connection can emit several errors: first that the server is ending it, then that it is closed.
    configurable: true,
    value: () =>
      Promise.reject(new DatabaseUnavailable('the connection to the database was lost', { cause })),
  })
}
