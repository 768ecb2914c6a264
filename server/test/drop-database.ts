import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { sqlState } from '../src/platform/db/database-failure.ts'

/** SQLSTATE of a database in use. */
const objectInUse = '55006'
const patienceMs = 60_000
/** How often, and how far apart, to look for sessions that are ending. */
const [mostLooks, betweenLooksMs] = [20, 10]

/**
 * `WITH (FORCE)` fails while autovacuum, which runs as superuser, works in the database. A plain `DROP` cancels
 * autovacuum and waits a few seconds for the sessions that are ending, which a busy machine may exceed.
 */
export async function dropDatabase(url: string, name: string): Promise<void> {
  const sessions = `FROM pg_stat_activity WHERE datname = '${name}' AND usename = current_user`
  // The sessions of a pool may still exist for a moment after `pool.end()`. Terminating one would cause an error in its client.
  for (let looks = 0; looks < mostLooks; looks += 1) {
    if ((await runShared(url, `SELECT ${sessions}`)) === 0) break
    await delay(betweenLooksMs)
  }
  await runShared(url, `SELECT pg_terminate_backend(pid) ${sessions}`)
  const deadline = Date.now() + patienceMs
  while (true) {
    try {
      await runShared(url, `DROP DATABASE ${name}`)
      return
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
 * copying a database. Not for a database that is copied or dropped. Returns the number of rows.
 */
export async function runShared(url: string, statement: string): Promise<number> {
  const client = await (shared.get(url) ?? connectShared(url))
  return (await client.query(statement)).rowCount ?? 0
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
