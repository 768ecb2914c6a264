import { readdir, readFile } from 'node:fs/promises'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import { createLog } from '../log.ts'
import { StartRefused } from '../start-refused.ts'
import { createPool } from './pool.ts'

const folder = new URL('../../../migrations/', import.meta.url)

/**
 * Migrates the database to the newest schema. A lock lets one program migrate at a time. Throws `DatabaseUnavailable` if
 * it cannot connect, `StartRefused` if this program cannot use the database, and the database's error if a step fails.
 */
export async function migrate(url: string): Promise<void> {
  const migrations = await getMigrations()
  await requireUsable(url, Object.keys(migrations))
  // No timeouts, unlike the pools that serve requests: a step on large tables can take long.
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    const provider = { getMigrations: async () => migrations }
    const { error } = await new Migrator({ db, provider }).migrateToLatest()
    if (error) throw error
  } finally {
    await db.destroy()
  }
}

/** Lists the names of all migrations of this program, in order. */
export const listMigrations = async (): Promise<string[]> => Object.keys(await getMigrations())

/** Applies the migrations with these names, or all, in the transaction of `tx`. */
export async function migrateWithin(tx: Transaction<unknown>, names?: readonly string[]): Promise<void> {
  const all = Object.entries(await getMigrations())
  const wanted = Object.fromEntries(all.filter(([name]) => names?.includes(name) ?? true))
  const { error } = await new Migrator({
    db: tx,
    provider: { getMigrations: async () => wanted },
  }).migrateToLatest()
  if (error) throw error
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

/** Throws `StartRefused` for a server that this program cannot use, or a schema with unknown migrations. */
export async function requireUsable(url: string, known?: readonly string[]): Promise<void> {
  const pool = createPool(url, { max: 1, log: createLog('silent') })
  try {
    const { rows } = await pool.query<{ version: number; isReadOnly: boolean; hasMigrations: boolean }>(
      `select current_setting('server_version_num')::int as version,
         current_setting('transaction_read_only')::boolean as "isReadOnly",
         to_regclass('kysely_migration') is not null as "hasMigrations"`,
    )
    const { version = 0, isReadOnly = false, hasMigrations = false } = rows[0] ?? {}
    if (version < 150_000)
      throw new StartRefused(
        `PostgreSQL 15 or later is required; the server of DATABASE_URL has version ${version}`,
      )
    if (isReadOnly)
      throw new StartRefused(
        'the database of DATABASE_URL is read-only; name the primary server, not a standby',
      )
    if (hasMigrations && known) await refuseNewerSchema(pool, known)
  } finally {
    await pool.end()
  }
}

async function refuseNewerSchema(pool: pg.Pool, known: readonly string[]): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    'select name from kysely_migration where name <> all ($1) order by name limit 1',
    [known],
  )
  const [unknown] = rows
  if (unknown)
    throw new StartRefused(
      `the database was written by a newer version of this program (${unknown.name} is unknown to this one); start that version, or restore a backup from before the update`,
    )
}
