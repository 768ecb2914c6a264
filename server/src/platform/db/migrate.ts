import { readdir, readFile } from 'node:fs/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'

const folder = new URL('../../../migrations/', import.meta.url)

/** Brings the database up to the newest schema, one program at a time; throws when a step fails. */
export async function migrate(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    await refuseOldServer(pool)
    const { error } = await new Migrator({ db, provider: { getMigrations } }).migrateToLatest()
    if (error) throw error
  } finally {
    await db.destroy()
  }
}

async function getMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const texts = await Promise.all(files.map((name) => readFile(new URL(name, folder), 'utf8')))
  return Object.fromEntries(
    files.map((name, index) => [name.replace('.sql', ''), asMigration(texts[index] ?? '')]),
  )
}

function asMigration(text: string): Migration {
  return {
    async up(db) {
      await sql.raw(text).execute(db)
    },
  }
}

async function refuseOldServer(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  )
  const version = rows[0]?.version ?? 0
  if (version < 150_000) throw new Error(`PostgreSQL 15 or later is needed, this one is ${version}`)
}
