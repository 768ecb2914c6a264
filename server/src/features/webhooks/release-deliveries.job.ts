import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import { enqueueDeliveries } from './enqueue-deliveries.command.ts'
import { toldEventQueries } from './told-events.queries.ts'

/** Enqueues deliveries that maintenance no longer holds. */
export async function releaseDeliveries(db: Kysely<Database>, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await enqueueDeliveries(tx, await toldEventQueries(tx).release(now))
  })
}
