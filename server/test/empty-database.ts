import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { afterUse } from './after-use.ts'
import { withDatabase } from './database-url.ts'
import { dropDatabase, runShared } from './drop-database.ts'

/** Creates a database without tables, until the end of the test. Returns its URL. */
export async function emptyDatabase(): Promise<string> {
  const { url } = inject('testServer')
  const name = `eot_empty_${randomBytes(6).toString('hex')}`
  await runShared(url, `create database ${name} strategy file_copy`)
  afterUse(() => dropDatabase(url, name))
  return withDatabase(url, name)
}
