import { Client } from 'pg'
import { sqlState } from '../src/platform/db/database-failure.ts'

/** SQLSTATE of a database in use. */
const objectInUse = '55006'
const patienceMs = 60_000

/**
 * `WITH (FORCE)` fails while autovacuum, which runs as superuser, works in the database. A plain `DROP` cancels
 * autovacuum and waits a few seconds for the sessions that are ending, which a busy machine may exceed.
 */
export async function dropDatabase(url: string, name: string): Promise<void> {
  await runShared(
    url,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND usename = current_user`,
  )
  const deadline = Date.now() + patienceMs
  while (true) {
    try {
      return await runShared(url, `DROP DATABASE ${name}`)
    } catch (error) {
      if (sqlState(error) !== objectInUse || Date.now() > deadline) throw error
    }
  }
}

/** Runs a statement on a separate connection. */
export async function runStatement(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

const shared = new Map<string, Promise<Client>>()

/**
 * Runs a statement on a connection that the tests of this process share and that stays open: opening one takes about as long as
 * copying a database. Not for a database that is copied or dropped.
 */
export async function runShared(url: string, statement: string): Promise<void> {
  const client = await (shared.get(url) ?? connectShared(url))
  await client.query(statement)
}

function connectShared(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  const forget = () => void shared.delete(url)
  client.on('error', forget).on('end', forget)
  const connected = client.connect().then(() => client)
  connected.catch(forget)
  shared.set(url, connected)
  return connected
}
