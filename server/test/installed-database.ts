import { readdir, readFile } from 'node:fs/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { uuidv7 } from '../src/platform/db/uuid.ts'
import { withDatabase } from './database-url.ts'

const folder = new URL('../migrations/', import.meta.url)

/** Creates a database as left by an earlier version whose newest migration was the given one. */
export async function installedDatabase(newest: string) {
  const server = inject('testServer')
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  const name = `eot_before_${uuidv7().replaceAll('-', '')}`
  await admin.query(`create database ${name} strategy file_copy`)
  const url = withDatabase(server.url, name)
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url }) }),
  })
  onTestFinished(async () => {
    await db.destroy()
    await admin.query(`drop database ${name}`)
    await admin.end()
  })
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql') && file <= newest)
  const migrations = files.map(async (file) => {
    const text = await readFile(new URL(file, folder), 'utf8')
    return [
      file.replace('.sql', ''),
      {
        up: (on: Kysely<unknown>) =>
          sql
            .raw(text)
            .execute(on)
            .then(() => {}),
      },
    ] as const
  })
  const provider = { getMigrations: async () => Object.fromEntries(await Promise.all(migrations)) }
  const { error } = await new Migrator({ db, provider }).migrateToLatest()
  if (error) throw error
  return { url, db }
}
