import type pg from 'pg'

/** A hash of the contents of every table, except the counts of attempts, which outlive a rolled-back request. */
export async function tableContents(pool: pg.Pool): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind = 'r' and c.relname <> 'sign_in_failure'`,
  )
  const hashes = tables.map(async ({ name }) => {
    const { rows } = await pool.query<{ hash: string }>(
      `select md5(coalesce(string_agg(row, '|' order by row), '')) as hash from (select (to_jsonb(t) - 'tries')::text as row from ${name} t) rows`,
    )
    return [name, rows[0]?.hash ?? ''] as const
  })
  return Object.fromEntries(await Promise.all(hashes))
}
