import { type Kysely, sql } from 'kysely'
import { inScope } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import type { Slice } from '../../platform/answer-page.ts'
import { countRows } from '../../platform/db/count-rows.queries.ts'
import { contains } from '../../platform/db/search.queries.ts'
import { requestSitePath } from './request-site-path.ts'
import type { DeliveryStatus } from './tables.ts'

export interface DeliveryFilter {
  /** Only those of webhook events that the caller sees. */
  isEventSeen?: boolean
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

/** The deliveries of a request, and all sites that its caller sees. */
export interface Seen {
  scope: Scope
  own: Scope
}

const mostAttempts = 200

const outcome = sql<string | null>`case when status = 'sent' then 'sent'
  when status in ('failed', 'stopped') then 'failed'
  when status in ('waiting', 'held') then 'waiting' end`.as('outcome')
const sitePath = sql.raw<string>(requestSitePath)
const attemptPath = sql<string>`webhook_attempt.request_site_path`

/** Whether the caller sees the site that the webhook request was at. It may be a site above the webhook event. */
const seesRequest = (own: Scope) => sql<boolean>`(${inScope(sitePath, own)})`

/** Like `seesRequest`, for the request of an attempt. null if its site was not recorded. */
const seesAttempt = (own: Scope) =>
  sql<boolean | null>`case when ${attemptPath} is not null then (${inScope(attemptPath, own)}) end`

/** Whether the caller sees the webhook event, or the site of its request, which is its own or one above. */
const seesEvent = (own: Scope) => sql<boolean>`(${seesRequest(own)} or exists (
  select from webhook_event rule join site place on place.id = rule.site_id
  where rule.id = webhook_delivery.webhook_event_id and ${inScope(sql.ref('place.path'), own)}))`

const sortColumns = (own: Scope) => ({
  CreatedAt: sql`webhook_delivery.created_at`,
  WebhookRequest: sql`case when ${seesEvent(own)} then lower(webhook_delivery.request_name) end`,
  Status: sql`webhook_delivery.status`,
})

export const webhookLogQueries = (db: Kysely<Database>) => {
  /** Selects events of sites that were in the scope at that time. */
  const visible = (scope: Scope) =>
    db.selectFrom('webhook_delivery').where((eb) => inScope(eb.ref('webhook_delivery.site_path'), scope))

  const matching = ({ scope, own }: Seen, { isEventSeen, search, ...filter }: DeliveryFilter) => {
    const { statuses, requestId, eventId, from, until } = filter
    return visible(scope)
      .$if(isEventSeen === true, (query) => query.where(seesEvent(own)))
      .$if(statuses !== undefined, (query) => query.where('status', 'in', [...(statuses ?? [])]))
      .$if(requestId !== undefined, (query) => query.where('webhook_request_id', '=', requestId ?? ''))
      .$if(eventId !== undefined, (query) => query.where('webhook_event_id', '=', eventId ?? ''))
      .$if(from !== undefined, (query) => query.where('created_at', '>=', from ?? new Date()))
      .$if(until !== undefined, (query) => query.where('created_at', '<', until ?? new Date()))
      .$if(search !== undefined, (query) =>
        query.where((eb) =>
          eb.or([
            contains(eb.ref('webhook_delivery.subject'), search ?? ''),
            contains(eb.ref('webhook_delivery.site_name'), search ?? ''),
            eb.and([
              eb.or([
                contains(eb.ref('webhook_delivery.request_name'), search ?? ''),
                contains(eb.ref('webhook_delivery.event_name'), search ?? ''),
              ]),
              seesEvent(own),
            ]),
            eb.and([contains(eb.ref('webhook_delivery.host'), search ?? ''), seesRequest(own)]),
          ]),
        ),
      )
  }

  const described = (rows: ReturnType<typeof visible>, own: Scope) =>
    rows
      .selectAll()
      .select([seesEvent(own).as('seesEvent'), seesRequest(own).as('seesRequest')])
      .select(sitePath.as('requestSitePath'))

  return {
    listDeliveries: (seen: Seen, filter: DeliveryFilter, page: DeliveryPage) =>
      described(matching(seen, filter), seen.own)
        .orderBy(sortColumns(seen.own)[page.sortBy], page.order)
        .orderBy('id', page.order)
        .limit(page.limit)
        .offset(page.offset)
        .execute(),

    countDeliveries: (seen: Seen, filter: DeliveryFilter): Promise<number> =>
      countRows(matching(seen, filter)),

    findDelivery: (own: Scope, id: string) =>
      described(visible(own).where('id', '=', id), own).executeTakeFirst(),

    /** Lists the oldest first. `seesRequest` is null for attempts recorded by older versions: use that of the delivery. */
    listAttempts: (own: Scope, deliveryId: string) =>
      db
        .selectFrom('webhook_attempt')
        .where('delivery_id', '=', deliveryId)
        .orderBy('at')
        .orderBy('id')
        .limit(mostAttempts)
        .selectAll()
        .select(seesAttempt(own).as('seesRequest'))
        .execute(),

    /** Selects those since an instant, as `readDeliveryFigures` counts them. */
    outcomesSince: (scope: Scope, from: Date) =>
      sql`${visible(scope).where('created_at', '>=', from).select(['created_at', 'finished_at', outcome])}`,
  }
}

export type DeliveryRow = Awaited<ReturnType<ReturnType<typeof webhookLogQueries>['listDeliveries']>>[number]
export type AttemptRow = Awaited<ReturnType<ReturnType<typeof webhookLogQueries>['listAttempts']>>[number]
