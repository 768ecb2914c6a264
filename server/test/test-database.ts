import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import { withDatabase } from './database-url.ts'

/** A fresh database with the schema and nothing in it, for this test alone; `drop` also ends its connections. */
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
 * `WITH (FORCE)` is refused while autovacuum, which is the superuser's, works in the database; a plain `DROP` sends
 * autovacuum away by itself and waits a few seconds for the sessions that were told to end.
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
