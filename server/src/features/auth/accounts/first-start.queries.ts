import { type Kysely, sql } from 'kysely'
import type { Database } from '../../../database.ts'

/** Blocks other programs here until the end of the transaction. */
export async function takeFirstStartTurn(tx: Kysely<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('eot first start'))`.execute(tx)
}
