import { type Kysely, sql } from 'kysely'

/** Marks a point in the transaction to which `rollBackToSavepoint` returns; another mark replaces it. */
export async function savepoint<Tables>(tx: Kysely<Tables>): Promise<void> {
  await sql`savepoint mark`.execute(tx)
}

export async function rollBackToSavepoint<Tables>(tx: Kysely<Tables>): Promise<void> {
  await sql`rollback to savepoint mark`.execute(tx)
}
