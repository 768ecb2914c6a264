import pg from 'pg'
import { DatabaseUnavailable } from './database-failure.ts'

/**
 * Opens a connection for an operator's command that works on the whole database: without timeouts, and distinguishable from the
 * running program. Throws `DatabaseUnavailable`.
 */
export async function connectForCommand(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'eot-live command',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    statement_timeout: 0,
    lock_timeout: 60_000,
    idle_in_transaction_session_timeout: 0,
  })
  // The pending query fails too.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    throw new DatabaseUnavailable('could not connect to the database', { cause: error })
  }
}
