import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { makeTemporaryDirectory } from './temporary-directory.ts'

/** Returns a connection for exports and a directory for them, for one test. */
export async function exportPlace(pool: pg.Pool) {
  const directory = await makeTemporaryDirectory()
  const client = new pg.Client({ connectionString: String(pool.options.connectionString) })
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await rm(directory, { recursive: true })
  })
  return {
    client,
    directory,
    /** Returns the text of a file of the export with this name. */
    async textOf(name: string, file: string): Promise<string> {
      const bytes = await readFile(join(directory, name, file))
      return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
    },
  }
}
