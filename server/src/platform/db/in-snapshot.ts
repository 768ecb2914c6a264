import type { Kysely, Transaction } from 'kysely'

/** Reads with several statements that all see the database as it is now, whatever is written meanwhile. */
export const inSnapshot = <Tables, Answer>(
  db: Kysely<Tables>,
  read: (tx: Transaction<Tables>) => Promise<Answer>,
): Promise<Answer> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
