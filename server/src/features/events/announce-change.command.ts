import type { ChangeEventKind } from '@eot/contract/live'
import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import { executeIn } from '../../platform/db/execute.queries.ts'
import type { NewEvent } from './event.ts'
import { appendEvents } from './events.queries.ts'

/**
 * Makes clients that show a site or one above it fetch these lists again. Call it last in the transaction of the change,
 * after its audit entry: it holds the lock of the event sequence until the commit.
 */
export const announceChange = (
  tx: Kysely<Database>,
  kind: ChangeEventKind,
  sitePath: string,
): Promise<void> => appendEvents(executeIn(tx), [listChange(kind, sitePath)])

/** Returns the same as an event, to append together with others. */
export const listChange = (kind: ChangeEventKind, sitePath: string): NewEvent => ({
  kind,
  at: new Date(),
  sitePath,
  deviceId: null,
  alertId: null,
})
