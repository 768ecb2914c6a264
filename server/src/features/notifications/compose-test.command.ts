import type { Channel } from '@eot/contract/channels'
import type { Language } from '@eot/contract/languages'
import type { Kysely } from 'kysely'
import { findLanguage } from '../../access/settings.queries.ts'
import type { Database } from '../../database.ts'
import { textsIn } from '../../texts/texts.ts'
import {
  type Compose,
  type ComposeMail,
  type ComposePush,
  type ComposeText,
  fitText,
} from '../messages/index.ts'
import { candidateQueries } from './candidates.queries.ts'
import { plain } from './notice-words.ts'
import { reachQueries } from './reach.queries.ts'
import { reachOf } from './reach.ts'
import { addressOf } from './receiver-gates.ts'
import { type TestedSubscription, testQueries } from './tests.queries.ts'

/**
 * Compose test messages of subscriptions. Nothing is sent if the subscription was deleted in the meantime, or no longer reaches
 * the person at that address.
 */
export function testComposers(publicUrl: string): {
  Email: { SubscriptionTest: ComposeMail }
  Text: { SubscriptionTest: ComposeText }
  Push: { SubscriptionTest: ComposePush }
} {
  const url = `${publicUrl}/subscriptions`
  return {
    Email: {
      SubscriptionTest: composer('Email', ({ name, site, sender }, language) => {
        const say = textsIn(language).notices.test
        return {
          language,
          subject: say.subject(name),
          heading: say.heading,
          place: site,
          tag: { text: say.tag, tone: 'info' },
          paragraphs: [say.why(sender, name), say.later],
          action: { label: say.see, url },
        }
      }),
    },
    Text: {
      SubscriptionTest: composer('Text', ({ name, sender }, language) => {
        const say = textsIn(language).notices.test
        return {
          subject: say.subject(name),
          text: fitText([
            { text: say.nothing },
            { text: sender, isShortenable: true },
            { text: say.sentIt },
            { text: name, isShortenable: true },
          ]),
        }
      }),
    },
    Push: {
      SubscriptionTest: composer('Push', ({ name, sender }, language) => {
        const say = textsIn(language).notices.test
        return {
          subject: say.subject(name),
          title: say.heading,
          text: say.why(sender, name),
          path: '/subscriptions',
          tag: 'test',
          isUrgent: false,
        }
      }),
    },
  }
}

function composer<Content>(
  channel: Channel,
  write: (subscription: TestedSubscription, language: Language) => Content,
): Compose<Content> {
  return async (tx, { user_id: userId, receiver, details }) => {
    const { subscriptionId = '', senderId = '' } = details
    const tested = await testQueries(tx).findTested(subscriptionId, senderId)
    if (!tested || userId === null) return undefined
    if (!(await isReached(tx, { subscriptionId, userId, channel, receiver }))) return undefined
    const { siteId, ...names } = tested
    const shown = { ...names, name: plain(names.name), site: plain(names.site), sender: plain(names.sender) }
    return { content: write(shown, await findLanguage(tx, userId)), userId, siteId }
  }
}

/** Returns whether the subscription still reaches the user at this address. Blocked addresses are checked when it is sent. */
async function isReached(
  tx: Kysely<Database>,
  to: { subscriptionId: string; userId: string; channel: Channel; receiver: string },
): Promise<boolean> {
  const person = (await candidateQueries(tx).findPeople([to.userId])).get(to.userId)
  if (!person || addressOf(to.channel, person) !== to.receiver) return false
  const places = await reachQueries(tx).listPlacesOf(to.subscriptionId)
  return reachOf({ ...person, blocked: [] }, places).channels.includes(to.channel)
}
