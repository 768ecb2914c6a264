import { type Kysely, sql } from 'kysely'

/** Sets the savepoint that `rollBackToSavepoint` returns to, replacing an earlier one. */
export async function savepoint<Tables>(tx: Kysely<Tables>): Promise<void> {
  await sql`savepoint mark`.execute(tx)
}

export async function rollBackToSavepoint<Tables>(tx: Kysely<Tables>): Promise<void> {
  await sql`rollback to savepoint mark`.execute(tx)
}
