import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import { withDatabase } from './database-url.ts'

/** Creates a migrated, empty database for one test. `drop` also ends its connections. */
export async function createTestDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const { url, template } = inject('testServer')
  const name = `eot_test_${randomBytes(6).toString('hex')}`
  await run(url, `CREATE DATABASE ${name} TEMPLATE ${template}`)
  return {
    url: withDatabase(url, name),
    drop: () => dropDatabase(url, name),
  }
}

/**
 * `WITH (FORCE)` fails while autovacuum, which runs as superuser, works in the database. A plain `DROP` cancels
 * autovacuum and waits a few seconds for the sessions that are ending.
 */
async function dropDatabase(url: string, name: string): Promise<void> {
  await run(
    url,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND usename = current_user`,
  )
  await run(url, `DROP DATABASE ${name}`)
}

async function run(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
