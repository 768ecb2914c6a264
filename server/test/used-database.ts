import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { openBackupFile } from '../src/platform/backup/read-backup-file.ts'
import { createLog } from '../src/platform/log.ts'
import { restoreDatabase } from '../src/program/restore-database.ts'
import { makeTemporaryDirectory } from './temporary-directory.ts'
import { createTestDatabase } from './test-database.ts'
import { createTestPool } from './test-pool.ts'

/** Opens a connection until the end of the test. */
export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** Creates a pool until the end of the test. */
export function poolOf(url: string): pg.Pool {
  const pool = createTestPool(url, { max: 2, log: createLog('silent') })
  onTestFinished(() => pool.end())
  return pool
}

/** Returns the path of a new file, until the end of the test. */
export async function newFile(): Promise<string> {
  const directory = await makeTemporaryDirectory()
  onTestFinished(() => rm(directory, { recursive: true }))
  return join(directory, 'test.backup')
}

export const restore = async (
  url: string,
  path: string,
  more: { replaces?: boolean; passphrase?: string } = {},
) => restoreDatabase({ url, file: await openBackupFile(path), path, ...more })

/** Creates a small database of the program as it is after some use, with a site, three devices and an audit log. */
export async function usedDatabase(): Promise<string> {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  const client = await connect(url)
  await client.query(
    `insert into site (id, path, name) select id, id || '/', 'Root' from gen_random_uuid() id;
     insert into device (id, mac, name, model_id, site_id, key_hash)
       select gen_random_uuid(), 'A4:' || n, 'Device ' || n, (select id from device_model limit 1), site.id, '\\x00ff'
       from site, generate_series(1, 3) n;
     insert into audit_entry (action) values ('one'), ('two')`,
  )
  return url
}
