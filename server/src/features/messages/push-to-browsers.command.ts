import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import type { Clock } from '../../platform/clock.ts'
import { PushAddressGone, type PushSender } from '../../platform/web-push.ts'
import { type PushBrowserRow, pushBrowserQueries } from '../push/index.ts'
import type { MessageRow } from './tables.ts'

/** Thrown if none of a person's browsers accepts messages. */
export class NoBrowser extends Error {
  override name = 'NoBrowser'
}

interface Parts {
  db: Kysely<Database>
  clock: Clock
  push: PushSender
}

type Message = Pick<MessageRow, 'id' | 'user_id' | 'details' | 'expires_at'>

/**
 * Sends a message in parallel to the browsers of its user that have not accepted it yet. Removes browsers that no longer exist.
 * Throws the first failure of another kind after all have answered, and `NoBrowser` if there is none left.
 */
export async function pushToBrowsers(
  { db, clock, push }: Parts,
  message: Message,
  text: string,
  signal: AbortSignal,
): Promise<void> {
  const lifeSeconds = Math.max(0, Math.round((message.expires_at.getTime() - clock().getTime()) / 1000))
  const browsers = await listBrowsers(db, message)
  const outcomes = await Promise.allSettled(
    browsers
      .filter(({ message_id: accepted }) => accepted !== message.id)
      .map(async (browser) => {
        try {
          await push.send({ id: message.id, to: addressOf(browser), text, lifeSeconds }, signal)
        } catch (error) {
          if (!(error instanceof PushAddressGone)) throw error
          return pushBrowserQueries(db).forget(browser.id)
        }
        // Stored immediately, so that a kill repeats the message to as few browsers as possible.
        await pushBrowserQueries(db).setAccepted(browser.id, message.id, clock())
      }),
  )
  const failed = outcomes.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
  if (!(await hasReachedBrowser(db, message))) throw new NoBrowser('no browser takes notifications any more')
}

/** Returns whether a browser has accepted the message. */
export const hasReachedBrowser = async (db: Kysely<Database>, message: Message): Promise<boolean> =>
  (await listBrowsers(db, message)).some(({ message_id: accepted }) => accepted === message.id)

/** Lists the browsers of the user; a test goes to one browser. */
async function listBrowsers(db: Kysely<Database>, { user_id: userId, details }: Message) {
  if (userId === null) return []
  const all = await pushBrowserQueries(db).list(userId)
  return details.browserId === undefined ? all : all.filter(({ id }) => id === details.browserId)
}

const addressOf = ({ endpoint, public_key: publicKey, auth_secret: authSecret }: PushBrowserRow) => ({
  endpoint,
  publicKey,
  authSecret,
})
