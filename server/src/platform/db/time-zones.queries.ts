import { type Kysely, sql } from 'kysely'

/**
 * Returns a time zone's name in its canonical spelling, ignoring case; undefined for an unknown zone. Only names come from
 * the database: its rules may be older than those of the runtime, which does the arithmetic.
 */
export async function findTimeZone<Schema>(db: Kysely<Schema>, name: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from pg_timezone_names where lower(name) = lower(${name}) limit 1`.execute(db)
  return rows[0]?.name
}
