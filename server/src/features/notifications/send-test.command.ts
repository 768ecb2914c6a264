import type { AnswerOf } from '@eot/contract/endpoint'
import type { subscriptionTests, TestReceivers } from '@eot/contract/subscription-tests'
import type { Kysely } from 'kysely'
import { insertAuditEntry } from '../../access/audit.queries.ts'
import type { Caller } from '../../access/caller.ts'
import { ownScope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { found } from '../../platform/app-error.ts'
import { uuidv7 } from '../../platform/db/uuid.ts'
import { limitTests, requestMessages } from '../messages/index.ts'
import { subscriptionQueries } from '../subscriptions/index.ts'
import { candidateQueries } from './candidates.queries.ts'
import { reachQueries } from './reach.queries.ts'
import { reachOf } from './reach.ts'
import { addressOf } from './receiver-gates.ts'

/**
 * Sends a test of a subscription on every channel that reaches its receivers. Tests do not count for the pace of
 * notifications. Throws `rate_limited` after too many of them.
 */
export function sendTest(
  db: Kysely<Database>,
  caller: Caller,
  { id, to, now }: { id: string; to: TestReceivers; now: Date },
): Promise<AnswerOf<typeof subscriptionTests.send>> {
  return db.transaction().execute(async (tx) => {
    const subscription = found(
      await subscriptionQueries(tx).findSubscription(ownScope(caller), id),
      'subscription_not_found',
    )
    await limitTests(tx, { kind: 'SubscriptionTest', senderId: caller.userId, at: now })
    const userIds = to === 'Me' ? [caller.userId] : await listReceivers(tx, id)
    const messages = await findAddresses(tx, userIds, await reachQueries(tx).listPlacesOf(id))
    const details = { subscriptionId: id, senderId: caller.userId, testId: uuidv7() }
    await requestMessages(
      tx,
      messages.map((message) => ({ kind: 'SubscriptionTest' as const, details, at: now, ...message })),
    )
    const people = new Set(messages.map(({ userId }) => userId)).size
    await insertAuditEntry(tx, {
      actorId: caller.userId,
      siteId: subscription.site_id,
      action: 'subscription.tested',
      subjectId: id,
      details: { people },
    })
    return { PeopleCount: people, MessageCount: messages.length }
  })
}

const listReceivers = async (tx: Kysely<Database>, id: string) =>
  (await candidateQueries(tx).listReceivers([id], 1)).map(({ userId }) => userId)

async function findAddresses(
  tx: Kysely<Database>,
  userIds: readonly string[],
  places: Parameters<typeof reachOf>[1],
) {
  const people = await candidateQueries(tx).findPeople(userIds)
  const blocked = await reachQueries(tx).listNames(userIds)
  return blocked.flatMap(({ id, blocked }) => {
    const person = people.get(id)
    if (!person) return []
    return reachOf({ ...person, blocked }, places).channels.flatMap((channel) => {
      const receiver = addressOf(channel, person)
      return receiver === null ? [] : { channel, receiver, userId: id }
    })
  })
}
