import { CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely'

/** Runs one statement and returns its rows. Runs in the caller's transaction if there is one. */
export type Execute = <Row>(text: string, values: unknown[]) => Promise<Row[]>

/** Runs raw SQL through the query builder, in its transaction if it is one. */
export const executeIn =
  <Tables>(db: Kysely<Tables>): Execute =>
  async <Row>(text: string, values: unknown[]) =>
    (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows

/**
 * Runs one statement in the transaction `tx` as a prepared statement with a fixed name, so that each connection plans it once.
 * For statements that take longer to plan than to run, and whose plan is good for all values.
 */
export async function executePrepared<Row, Tables>(
  tx: Kysely<Tables>,
  name: string,
  statement: RawBuilder<Row>,
): Promise<Row[]> {
  const { sql: text, parameters } = statement.compile(tx)
  const named = { name, text } as unknown as string // the driver passes it to `pg`, which accepts both forms
  // Otherwise PostgreSQL plans it for each set of values, since it estimates plans for short lists of them to be cheaper.
  await sql`set local plan_cache_mode = force_generic_plan`.execute(tx)
  const { rows } = await tx.executeQuery<Row>(CompiledQuery.raw(named, [...parameters]))
  await sql`set local plan_cache_mode = auto`.execute(tx)
  return rows
}

interface Connection {
  query(text: string, values: unknown[]): Promise<{ rows: unknown[] }>
}

/** Runs raw SQL on a client or on any connection of a pool. */
export const executeOn =
  (connection: Connection): Execute =>
  async <Row>(text: string, values: unknown[]) =>
    (await connection.query(text, values)).rows as Row[] // the statement determines its columns
