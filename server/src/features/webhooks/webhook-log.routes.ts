import { mostListedDeliveries, type WebhookStatus, webhookLog } from '@eot/contract/webhook-log'
import type { Kysely } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { ownScope, type ScopeOf } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { answerPage } from '../../platform/answer-page.ts'
import { found } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { requireRange } from '../../platform/require-range.ts'
import { readDeliveryFigures } from '../logs/index.ts'
import { redeliver, redeliverAll } from './redeliver.command.ts'
import { webhookEventQueries } from './webhook-events.queries.ts'
import { type DeliveryFilter, webhookLogQueries } from './webhook-log.queries.ts'
import { attemptToWire, deliveryToWire, statusesOf } from './webhook-log.wire.ts'
import { webhookRequestQueries } from './webhook-requests.queries.ts'

interface Parts {
  db: Kysely<Database>
  scopeOf: ScopeOf
  clock: Clock
}

export function webhookLogRoutes(serve: Serve<Caller>, { db, scopeOf, clock }: Parts): void {
  const queries = webhookLogQueries(db)

  serve(webhookLog.list, async ({ query, caller }) => {
    const seen = { scope: await scopeOf(caller, query), own: ownScope(caller) }
    const filter = filterOf(query)
    const { order = 'desc', sortBy } = query
    return answerPage(query, {
      count: () => queries.countDeliveries(seen, filter),
      list: async (slice) =>
        (await queries.listDeliveries(seen, filter, { sortBy, order, ...slice })).map(deliveryToWire),
    })
  })
  serve(webhookLog.all, async ({ query, caller }) => {
    const page = { sortBy: 'CreatedAt', order: 'desc', limit: mostListedDeliveries, offset: 0 } as const
    const seen = { scope: await scopeOf(caller, query), own: ownScope(caller) }
    return (await queries.listDeliveries(seen, filterOf(query), page)).map(deliveryToWire)
  })
  serve(webhookLog.figures, async ({ query, caller }) => {
    const scope = await scopeOf(caller, query)
    return readDeliveryFigures(db, clock(), (from) => queries.outcomesSince(scope, from))
  })
  serve(webhookLog.get, async ({ params, caller }) => {
    const own = ownScope(caller)
    const row = found(await queries.findDelivery(own, params.id), 'delivery_not_found')
    const attempts = await queries.listAttempts(own, row.id)
    return { ...deliveryToWire(row), History: attempts.map((attempt) => attemptToWire(attempt, row)) }
  })
  serve(webhookLog.redeliver, async ({ params, caller }) =>
    deliveryToWire(await redeliver(db, caller, params.id, clock())),
  )
  serve(webhookLog.redeliverAll, async ({ body, caller }) => {
    const own = ownScope(caller)
    const seen = { scope: await scopeOf(caller, body), own }
    const { webhookConfigId: requestId, webhookEventId: eventId } = body
    if (requestId !== undefined)
      found(await webhookRequestQueries(db).findRequest(own, requestId), 'webhook_request_not_found')
    if (eventId !== undefined)
      found(await webhookEventQueries(db).findEvent(own, eventId), 'webhook_event_not_found')
    return redeliverAll(db, caller, { seen, filter: filterOf(body), at: clock() })
  })
}

interface Query {
  search?: string | undefined
  Status?: readonly WebhookStatus[] | undefined
  webhookConfigId?: string | undefined
  webhookEventId?: string | undefined
  startTime?: number | undefined
  endTime?: number | undefined
}

function filterOf(query: Query): DeliveryFilter {
  const { search, Status, webhookConfigId, webhookEventId, startTime, endTime } = query
  requireRange(query)
  return {
    search,
    statuses: Status && statusesOf(Status),
    requestId: webhookConfigId,
    eventId: webhookEventId,
    from: startTime === undefined ? undefined : new Date(startTime),
    until: endTime === undefined ? undefined : new Date(endTime),
  }
}
