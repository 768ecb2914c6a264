import { createHash } from 'node:crypto'
import type pg from 'pg'

/** Returns a hash of the contents of every table, except the counts of attempts, which outlive a rolled-back request. */
export async function tableContents(pool: pg.Pool): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind = 'r' and c.relname <> 'sign_in_failure' order by 1`,
  )
  // One statement, planned once per connection, since tests call it hundreds of times.
  const text = tables.map(({ name }) => hashOf(name)).join(' union all ')
  const name = createHash('md5').update(text).digest('hex')
  const { rows } = await pool.query<{ name: string; hash: string }>({ name, text })
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
}

const hashOf = (table: string) =>
  `select '${table}' as name, md5(coalesce(string_agg(row, '|' order by row), '')) as hash
   from (select (to_jsonb(t) - 'tries')::text as row from ${table} t) rows`
