import type pg from 'pg'

/**
 * Returns the number of rows and the sum of their hashes for every table and partition of the program, using only SQL. Runs in
 * the transaction of the client.
 */
export async function contentsByTable(client: pg.ClientBase): Promise<Record<string, string>> {
  await client.query(`set timezone = 'UTC'`)
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
       and relname not like 'kysely\\_%' order by 1`,
  )
  const contents: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await client.query<{ content: string }>(
      `select count(*) || ' ' || coalesce(sum(hash_record_extended(t, 0)), 0) as content from "${name}" t`,
    )
    contents[name] = rows[0]?.content ?? ''
  }
  return contents
}

/** Removes tables that a restore itself writes to: its entry in the audit log, and the tokens that it invalidates. */
export function withoutTraces(contents: Record<string, string>): Record<string, string> {
  const { audit_entry, audit_link, audit_head, refresh_token, ...rest } = contents
  return rest
}
