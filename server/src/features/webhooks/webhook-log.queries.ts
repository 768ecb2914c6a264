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

interface HourFigures {
  /** null: of all hours. */
  hour: Date | null
  sent: number
  failed: number
  waiting: number
  halfWithinMs: number | null
  mostWithinMs: number | null
}

const mostAttempts = 200
const sortColumns = {
  CreatedAt: sql`webhook_delivery.created_at`,
  WebhookRequest: sql`lower(webhook_delivery.request_name)`,
  Status: sql`webhook_delivery.status`,
}

export const webhookLogQueries = (db: Kysely<Database>) => {
  /** Events of sites that were in the scope at that time. */
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

    /** Oldest first. */
    listAttempts: (deliveryId: string) =>
      db
        .selectFrom('webhook_attempt')
        .where('delivery_id', '=', deliveryId)
        .orderBy('at')
        .orderBy('id')
        .limit(mostAttempts)
        .selectAll()
        .execute(),

    /** Of the deliveries since an instant, by full hours since then. */
    async readFigures(scope: Scope, from: Date): Promise<HourFigures[]> {
      const deliveries = visible(scope)
        .where('created_at', '>=', from)
        .select([
          'status',
          sql<Date>`date_bin('1 hour', created_at, ${from})`.as('hour'),
          sql<number>`extract(epoch from finished_at - created_at) * 1000`.as('ms'),
        ])
      const { rows } = await sql<HourFigures>`
        select hour,
          count(*) filter (where status = 'sent')::int as sent,
          count(*) filter (where status in ('failed', 'stopped'))::int as failed,
          count(*) filter (where status in ('waiting', 'held'))::int as waiting,
          percentile_disc(0.5) within group (order by ms) filter (where status = 'sent')::int as "halfWithinMs",
          percentile_disc(0.99) within group (order by ms) filter (where status = 'sent')::int as "mostWithinMs"
        from (${deliveries}) delivery group by grouping sets ((hour), ()) order by hour nulls first`.execute(
        db,
      )
      return rows
    },
  }
}

export type DeliveryRow = Awaited<ReturnType<ReturnType<typeof webhookLogQueries>['listDeliveries']>>[number]
export type AttemptRow = Awaited<ReturnType<ReturnType<typeof webhookLogQueries>['listAttempts']>>[number]
