import { type Kysely, sql } from 'kysely'
import type { Database } from '../../../database.ts'

/** Until the end of the transaction no other program gets past this. */
export async function takeFirstStartTurn(tx: Kysely<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('eot first start'))`.execute(tx)
}
