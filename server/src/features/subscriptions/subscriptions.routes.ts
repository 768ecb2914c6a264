import { subscriptionReach } from '@eot/contract/subscription-reach'
import { subscriptions } from '@eot/contract/subscriptions'
import { findAlertType } from '@eot/contract/vocabulary'
import type { Kysely } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { ownScope, type ScopeOf } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { answerPage } from '../../platform/answer-page.ts'
import { found } from '../../platform/app-error.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { createSubscription, deleteSubscription, updateSubscription } from './change-subscription.command.ts'
import { type SubscriptionFilter, subscriptionQueries } from './subscriptions.queries.ts'
import { dayWindowsToWire, subscriptionRowToWire, subscriptionToWire } from './subscriptions.wire.ts'

interface Parts {
  db: Kysely<Database>
  scopeOf: ScopeOf
}

export function subscriptionRoutes(serve: Serve<Caller>, { db, scopeOf }: Parts): void {
  const queries = subscriptionQueries(db)

  serve(subscriptions.list, async ({ query, caller }) => {
    const scope = await scopeOf(caller, query)
    const filter = { ...filterOf(query), onlyReceiver: query.onlyReceiver }
    const { sortBy, order = 'asc' } = query
    return answerPage(query, {
      count: () => queries.countSubscriptions(scope, filter),
      list: async (slice) =>
        (await queries.listSubscriptions(scope, filter, { sortBy, order, ...slice })).map(
          subscriptionRowToWire,
        ),
    })
  })
  serve(subscriptions.byDay, async ({ query, caller }) =>
    dayWindowsToWire(await queries.listActive(await scopeOf(caller, query), filterOf(query))),
  )
  serve(subscriptionReach.above, async ({ query, caller }) => {
    const place = await scopeOf(caller, query)
    const items = await queries.listFromAbove(ownScope(caller), place)
    const total = await queries.countFromAbove(place)
    return { Items: items.map(subscriptionRowToWire), OtherCount: total - items.length }
  })
  serve(subscriptions.get, async ({ params, caller }) =>
    subscriptionToWire(
      found(await queries.findSubscription(ownScope(caller), params.id), 'subscription_not_found'),
    ),
  )
  serve(subscriptions.create, async ({ body, caller }) =>
    subscriptionToWire(await createSubscription(db, caller, body)),
  )
  serve(subscriptions.update, async ({ params, body, caller }) =>
    subscriptionToWire(await updateSubscription(db, caller, params.id, body)),
  )
  serve(subscriptions.remove, ({ params, caller }) => deleteSubscription(db, caller, params.id))
}

interface Query {
  search?: string | undefined
  IsActive?: boolean | undefined
  userId?: string | undefined
  alertType?: readonly string[] | undefined
}

const filterOf = ({ search, IsActive, userId, alertType }: Query): SubscriptionFilter => ({
  search,
  isActive: IsActive,
  userId,
  alertTypes: alertType?.flatMap((id) => findAlertType(id)?.Key ?? []),
})
