import type { Database } from '@eot/server/database'
import { type Kysely, sql } from 'kysely'

const schema = 'demo_time'

/** Returns the URL for connections on which `now()` returns the time set by `setNow`. */
export function pastUrl(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  url.searchParams.set('options', `-c search_path=${schema},pg_catalog,public`)
  return url.href
}

/** Lets the program's own statements, which take their times from `now()`, write records with past dates. */
export const pastTimeQueries = (db: Kysely<Database>) => ({
  async prepare(): Promise<void> {
    await this.remove() // left by an interruption
    await sql`create schema ${sql.id(schema)}`.execute(db)
    await sql`create table ${sql.id(schema, 'instant')} (at timestamptz not null)`.execute(db)
    await sql`insert into ${sql.id(schema, 'instant')} values (pg_catalog.now())`.execute(db)
    await sql`create function ${sql.id(schema, 'now')}() returns timestamptz stable language sql
      as 'select at from demo_time.instant'`.execute(db)
  },

  async setNow(at: Date): Promise<void> {
    await sql`update ${sql.id(schema, 'instant')} set at = ${at}`.execute(db)
  },

  async remove(): Promise<void> {
    await sql`drop schema if exists ${sql.id(schema)} cascade`.execute(db)
  },
})
