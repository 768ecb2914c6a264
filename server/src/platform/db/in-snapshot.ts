import type { Kysely, Transaction } from 'kysely'

/** Runs several statements in one snapshot of the database, regardless of concurrent writes. */
export const inSnapshot = <Tables, Answer>(
  db: Kysely<Tables>,
  read: (tx: Transaction<Tables>) => Promise<Answer>,
): Promise<Answer> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
