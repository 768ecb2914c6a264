import { type Kysely, sql } from 'kysely'
import { inScope } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import type { Slice } from '../../platform/answer-page.ts'
import { countRows } from '../../platform/db/count-rows.queries.ts'
import { contains } from '../../platform/db/search.queries.ts'
import type { DeliveryStatus } from './tables.ts'

export interface DeliveryFilter {
  search?: string | undefined
  statuses?: readonly DeliveryStatus[] | undefined
  requestId?: string | undefined
  eventId?: string | undefined
  from?: Date | undefined
  until?: Date | undefined
}

export interface DeliveryPage extends Slice {
  sortBy: 'CreatedAt' | 'WebhookRequest' | 'Status'
  order: 'asc' | 'desc'
}

const mostAttempts = 200

const outcome = sql<string | null>`case when status = 'sent' then 'sent'
  when status in ('failed', 'stopped') then 'failed'
  when status in ('waiting', 'held') then 'waiting' end`.as('outcome')
const sortColumns = {
  CreatedAt: sql`webhook_delivery.created_at`,
  WebhookRequest: sql`lower(webhook_delivery.request_name)`,
  Status: sql`webhook_delivery.status`,
}

export const webhookLogQueries = (db: Kysely<Database>) => {
  /** Selects events of sites that were in the scope at that time. */
  const visible = (scope: Scope) =>
    db.selectFrom('webhook_delivery').where((eb) => inScope(eb.ref('webhook_delivery.site_path'), scope))

  const matching = (scope: Scope, { search, statuses, requestId, eventId, from, until }: DeliveryFilter) =>
    visible(scope)
      .$if(statuses !== undefined, (query) => query.where('status', 'in', [...(statuses ?? [])]))
      .$if(requestId !== undefined, (query) => query.where('webhook_request_id', '=', requestId ?? ''))
      .$if(eventId !== undefined, (query) => query.where('webhook_event_id', '=', eventId ?? ''))
      .$if(from !== undefined, (query) => query.where('created_at', '>=', from ?? new Date()))
      .$if(until !== undefined, (query) => query.where('created_at', '<', until ?? new Date()))
      .$if(search !== undefined, (query) =>
        query.where((eb) =>
          eb.or([
            contains(eb.ref('webhook_delivery.request_name'), search ?? ''),
            contains(eb.ref('webhook_delivery.event_name'), search ?? ''),
            contains(eb.ref('webhook_delivery.subject'), search ?? ''),
            contains(eb.ref('webhook_delivery.host'), search ?? ''),
            contains(eb.ref('webhook_delivery.site_name'), search ?? ''),
          ]),
        ),
      )

  return {
    listDeliveries: (scope: Scope, filter: DeliveryFilter, page: DeliveryPage) =>
      matching(scope, filter)
        .selectAll()
        .orderBy(sortColumns[page.sortBy], page.order)
        .orderBy('id', page.order)
        .limit(page.limit)
        .offset(page.offset)
        .execute(),

    countDeliveries: (scope: Scope, filter: DeliveryFilter): Promise<number> =>
      countRows(matching(scope, filter)),

    findDelivery: (scope: Scope, id: string) =>
      visible(scope).where('id', '=', id).selectAll().executeTakeFirst(),

    /** Lists the oldest first. */
    listAttempts: (deliveryId: string) =>
      db
        .selectFrom('webhook_attempt')
        .where('delivery_id', '=', deliveryId)
        .orderBy('at')
        .orderBy('id')
        .limit(mostAttempts)
        .selectAll()
        .execute(),

    /** Selects those since an instant, as `readDeliveryFigures` counts them. */
    outcomesSince: (scope: Scope, from: Date) =>
      sql`${visible(scope).where('created_at', '>=', from).select(['created_at', 'finished_at', outcome])}`,
  }
}

export type DeliveryRow = Awaited<ReturnType<ReturnType<typeof webhookLogQueries>['listDeliveries']>>[number]
export type AttemptRow = Awaited<ReturnType<ReturnType<typeof webhookLogQueries>['listAttempts']>>[number]
