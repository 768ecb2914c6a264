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
    drop: () => run(url, `DROP DATABASE ${name} WITH (FORCE)`),
  }
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
