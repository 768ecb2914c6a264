import { type Kysely, sql } from 'kysely'
import type { Database } from '../src/database.ts'

/** Returns the names of all tables with a row that contains the text, in any case. */
export async function mentionsOf(db: Kysely<Database>, text: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`.execute(db)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } =
      await sql`select from ${sql.table(name)} t where strpos(lower(t::text), ${text.toLowerCase()}) > 0
      limit 1`.execute(db)
    if (rows.length > 0) found.push(name)
  }
  return found
}
