import { mostListedDeliveries } from '@eot/contract/webhook-log'
import type { Kysely } from 'kysely'
import { insertAuditEntry } from '../../access/audit.queries.ts'
import type { Caller } from '../../access/caller.ts'
import { ownScope } from '../../access/scope.ts'
import { isWithin } from '../../access/site-path.ts'
import type { Database } from '../../database.ts'
import { AppError, found } from '../../platform/app-error.ts'
import { deliveryQueries } from './deliveries.queries.ts'
import { enqueueDeliveries } from './enqueue-deliveries.command.ts'
import { type DeliveryFilter, type DeliveryRow, type Seen, webhookLogQueries } from './webhook-log.queries.ts'

/**
 * Delivers one event again, with the same id. One that is already waiting stays as it is. Only those who see the webhook event
 * may do so.
 */
export function redeliver(db: Kysely<Database>, caller: Caller, id: string, at: Date): Promise<DeliveryRow> {
  return db.transaction().execute(async (tx) => {
    const own = ownScope(caller)
    const before = found(await webhookLogQueries(tx).findDelivery(own, id), 'delivery_not_found')
    if (!before.seesEvent) throw new AppError('delivery_not_found')
    await enqueueDeliveries(tx, await deliveryQueries(tx).restart([id], at))
    // Those at the site of the delivery read the history too.
    const isNamed = isWithin(before.requestSitePath, before.site_path)
    const request = isNamed ? before.request_name : null
    await record(tx, caller, { siteId: before.site_id, count: 1, request })
    return found(await webhookLogQueries(tx).findDelivery(own, id), 'delivery_not_found')
  })
}

/** Delivers the matching events of webhook events that the caller sees again, the oldest first, up to a limit. */
export function redeliverAll(
  db: Kysely<Database>,
  caller: Caller,
  { seen, filter, at }: { seen: Seen; filter: DeliveryFilter; at: Date },
): Promise<{ Count: number; HasMore: boolean }> {
  return db.transaction().execute(async (tx) => {
    const page = { sortBy: 'CreatedAt', order: 'asc', offset: 0, limit: mostListedDeliveries + 1 } as const
    const matching = { ...filter, isEventSeen: true }
    const rows = await webhookLogQueries(tx).listDeliveries(seen, matching, page)
    const chosen = rows.slice(0, mostListedDeliveries).map(({ id }) => id)
    const due = await deliveryQueries(tx).restart(chosen, at)
    await enqueueDeliveries(tx, due)
    await record(tx, caller, { siteId: seen.scope.siteId, count: due.length, request: null })
    return { Count: due.length, HasMore: rows.length > chosen.length }
  })
}

const record = (
  tx: Kysely<Database>,
  caller: Caller,
  { siteId, ...details }: { siteId: string; count: number; request: string | null },
): Promise<void> =>
  insertAuditEntry(tx, {
    actorId: caller.userId,
    siteId,
    action: 'webhook.redelivered',
    subjectId: null,
    details,
  })
