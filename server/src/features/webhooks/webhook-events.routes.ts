import { findAlertType } from '@eot/contract/vocabulary'
import { webhookEvents } from '@eot/contract/webhook-events'
import type { Caller } from '../../access/caller.ts'
import { ownScope, type ScopeOf } from '../../access/scope.ts'
import { answerPage } from '../../platform/answer-page.ts'
import { found } from '../../platform/app-error.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { windowsToWire } from '../subscriptions/index.ts'
import { createWebhookEvent, deleteWebhookEvent, updateWebhookEvent } from './change-webhook-event.command.ts'
import { type TestParts, testEvent } from './test-webhook.command.ts'
import { webhookEventRowToWire, webhookEventToWire } from './webhook-event.wire.ts'
import { type EventFilter, webhookEventQueries } from './webhook-events.queries.ts'

interface Parts extends TestParts {
  scopeOf: ScopeOf
}

export function webhookEventRoutes(serve: Serve<Caller>, parts: Parts): void {
  const { db, scopeOf, seal } = parts
  const queries = webhookEventQueries(db)

  serve(webhookEvents.list, async ({ query, caller }) => {
    const scope = await scopeOf(caller, query)
    const filter = filterOf(query)
    const { order = 'asc', sortBy } = query
    return answerPage(query, {
      count: () => queries.countEvents(scope, filter),
      list: async (slice) =>
        (await queries.listEvents(scope, filter, { sortBy, order, ...slice })).map(webhookEventRowToWire),
    })
  })
  serve(webhookEvents.byDay, async ({ query, caller }) =>
    windowsToWire(
      await queries.listActive(await scopeOf(caller, query), filterOf(query)),
      ({ id, name }) => ({
        WebhookEvent: { Id: id, Name: name },
      }),
    ),
  )
  serve(webhookEvents.count, async ({ query, caller }) => ({
    Total: await queries.countEvents(await scopeOf(caller, query), filterOf(query)),
  }))
  serve(webhookEvents.get, async ({ params, caller }) =>
    webhookEventToWire(
      found(await queries.findEvent(ownScope(caller), params.id), 'webhook_event_not_found'),
      seal,
    ),
  )
  serve(webhookEvents.create, async ({ body, caller }) =>
    webhookEventToWire(await createWebhookEvent(parts, caller, body), seal),
  )
  serve(webhookEvents.update, async ({ params, body, caller }) =>
    webhookEventToWire(await updateWebhookEvent(parts, caller, params.id, body), seal),
  )
  serve(webhookEvents.remove, ({ params, caller }) => deleteWebhookEvent(parts, caller, params.id))
  serve(webhookEvents.test, ({ body, caller }) =>
    testEvent(parts, caller, { requestId: body.webhookConfigId, eventId: body.id, params: body.params }),
  )
}

interface Query {
  search?: string | undefined
  IsActive?: boolean | undefined
  alertType?: readonly string[] | undefined
  webhookConfigId?: string | undefined
}

const filterOf = ({ search, IsActive, alertType, webhookConfigId }: Query): EventFilter => ({
  search,
  isActive: IsActive,
  requestId: webhookConfigId,
  alertTypes: alertType?.flatMap((id) => findAlertType(id)?.Key ?? []),
})
