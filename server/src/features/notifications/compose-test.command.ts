import type { Channel } from '@eot/contract/channels'
import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import {
  type Compose,
  type ComposeMail,
  type ComposePush,
  type ComposeText,
  fitText,
} from '../messages/index.ts'
import { candidateQueries } from './candidates.queries.ts'
import { addressOf } from './match-receiver.ts'
import { plain } from './notice-words.ts'
import { reachQueries } from './reach.queries.ts'
import { reachOf } from './reach.ts'
import { type TestedSubscription, testQueries } from './tests.queries.ts'

/**
 * Compose test messages of subscriptions. Nothing is sent if the subscription was deleted meanwhile, or no longer reaches the
 * person at that address.
 */
export function testComposers(publicUrl: string): {
  Email: { SubscriptionTest: ComposeMail }
  Text: { SubscriptionTest: ComposeText }
  Push: { SubscriptionTest: ComposePush }
} {
  const url = `${publicUrl}/subscriptions`
  return {
    Email: {
      SubscriptionTest: composer('Email', ({ name, site, sender }) => ({
        subject: `Test of “${name}”`,
        heading: 'This is a test',
        place: site,
        tag: { text: 'Test', tone: 'info' },
        paragraphs: [
          `${sender} sent it to see whom the subscription “${name}” reaches. Nothing has happened.`,
          'When something does happen in its hours, you are told here.',
        ],
        action: { label: 'See the subscriptions', url },
      })),
    },
    Text: {
      SubscriptionTest: composer('Text', ({ name, sender }) => ({
        subject: `Test of “${name}”`,
        text: fitText([
          { text: 'Test. Nothing has happened.' },
          { text: sender, isShortenable: true },
          { text: 'sent it to see whom this subscription reaches:' },
          { text: name, isShortenable: true },
        ]),
      })),
    },
    Push: {
      SubscriptionTest: composer('Push', ({ name, sender }) => ({
        subject: `Test of “${name}”`,
        title: 'This is a test',
        text: `${sender} sent it to see whom the subscription “${name}” reaches. Nothing has happened.`,
        path: '/subscriptions',
        tag: 'test',
        isUrgent: false,
      })),
    },
  }
}

function composer<Content>(
  channel: Channel,
  write: (subscription: TestedSubscription) => Content,
): Compose<Content> {
  return async (tx, { user_id: userId, receiver, details }) => {
    const { subscriptionId = '', senderId = '' } = details
    const tested = await testQueries(tx).findTested(subscriptionId, senderId)
    if (!tested || userId === null) return undefined
    if (!(await isReached(tx, { subscriptionId, userId, channel, receiver }))) return undefined
    const { siteId, ...names } = tested
    const shown = { ...names, name: plain(names.name), site: plain(names.site), sender: plain(names.sender) }
    return { content: write(shown), userId, siteId }
  }
}

/** Whether the subscription still reaches the user at this address. Blocked addresses are noticed when it is sent. */
async function isReached(
  tx: Kysely<Database>,
  to: { subscriptionId: string; userId: string; channel: Channel; receiver: string },
): Promise<boolean> {
  const person = (await candidateQueries(tx).findPeople([to.userId])).get(to.userId)
  if (!person || addressOf(to.channel, person) !== to.receiver) return false
  const places = await reachQueries(tx).listPlacesOf(to.subscriptionId)
  return reachOf({ ...person, blocked: [] }, places).channels.includes(to.channel)
}
