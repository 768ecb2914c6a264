import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { oneServerTest } from '../../../test/one-server-test.ts'
import { createTestDatabase } from '../../../test/test-database.ts'

const folder = new URL('../../../migrations/', import.meta.url)
/** These two share a number but keep their names, since databases record migrations by name. */
const sharedOnce = ['0004_alert_ended_at.sql', '0004_identity.sql']

test('no two migrations share a number', async () => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql'))
  const byNumber = Map.groupBy(names, (name) => name.slice(0, 4))
  const shared = [...byNumber.values()].filter((same) => same.length > 1)
  expect(shared.map((same) => same.sort())).toEqual([sharedOnce])
})

oneServerTest('where extensions may not be created, the indexes that need one are left out', async () => {
  const database = await createTestDatabase()
  const client = new pg.Client(database.url)
  await client.connect()
  const migration = await readFile(new URL('0046_trigrams.sql', folder), 'utf8')
  const name = new URL(database.url).pathname.slice(1)
  await client.query(`drop extension pg_trgm cascade; revoke create on database ${name} from current_user`)
  await client.query(migration)
  const indexes = "select from pg_indexes where indexdef like '%gin_trgm_ops%'"
  expect((await client.query(indexes)).rowCount).toBe(0)
  await client.query(`grant create on database ${name} to current_user`)
  await client.query(migration)
  expect((await client.query(indexes)).rowCount).toBe(3)
  await client.end()
  await database.drop()
})
