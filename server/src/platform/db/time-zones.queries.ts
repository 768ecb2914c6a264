import { type Kysely, sql } from 'kysely'

/**
 * The name of a time zone as the database writes it, whatever the case it is asked for in; undefined where the database
 * cannot calculate in it, though the runtime may.
 */
export async function findTimeZone<Schema>(db: Kysely<Schema>, name: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from pg_timezone_names where lower(name) = lower(${name}) limit 1`.execute(db)
  return rows[0]?.name
}
