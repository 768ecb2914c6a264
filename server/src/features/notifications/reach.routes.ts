import { backTests } from '@eot/contract/back-tests'
import { subscriptionReach } from '@eot/contract/subscription-reach'
import { subscriptionTests } from '@eot/contract/subscription-tests'
import type { Kysely } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import type { ScopeOf } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { backTest, backTestRule } from './back-test/back-test.command.ts'
import { findReach } from './find-reach.command.ts'
import { sendTest } from './send-test.command.ts'

interface Parts {
  db: Kysely<Database>
  scopeOf: ScopeOf
  clock: Clock
}

/** Shows whom a subscription, stored or not, would notify, what it would have sent, and sends tests of stored ones. */
export function reachRoutes(serve: Serve<Caller>, { db, scopeOf, clock }: Parts): void {
  serve(subscriptionReach.of, async ({ body, caller }) =>
    findReach(db, caller, { input: body, scope: await scopeOf(caller, { SiteId: body.Site }) }),
  )
  serve(backTests.run, async ({ body, caller, reply }) => {
    const signal = whenGone(reply.raw)
    const scope = await scopeOf(caller, { SiteId: body.Site })
    return backTest(db, caller, { input: body, scope, now: clock(), signal })
  })
  serve(backTests.ofRule, ({ params: { id, type }, query, caller, reply }) =>
    backTestRule(db, caller, {
      deviceId: id,
      type,
      draft: query,
      now: clock(),
      signal: whenGone(reply.raw),
    }),
  )
  serve(subscriptionTests.send, ({ params, body, caller }) =>
    sendTest(db, caller, { id: params.id, to: body.To, now: clock() }),
  )
}

/** Returns a signal that is aborted when the client has disconnected. */
function whenGone(answer: { on(event: 'close', listener: () => void): unknown }): AbortSignal {
  const gone = new AbortController()
  answer.on('close', () => gone.abort())
  return gone.signal
}
