import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import type { Clock } from '../../platform/clock.ts'
import { EgressRefused } from '../../platform/egress/egress.ts'
import { PushAddressGone, PushRefused, type PushSender } from '../../platform/web-push.ts'
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
 * Sends a message in parallel to the browsers of its user that have not answered it finally yet. Removes browsers that no longer
 * exist. After all have answered, throws the first failure that a retry may resolve. If there is none and no browser has accepted
 * the message, throws why it was refused, or `NoBrowser`.
 */
export async function pushToBrowsers(
  { db, clock, push }: Parts,
  message: Message,
  text: string,
  signal: AbortSignal,
): Promise<void> {
  const queries = pushBrowserQueries(db)
  const lifeSeconds = Math.max(0, Math.round((message.expires_at.getTime() - clock().getTime()) / 1000))
  const answered = new Set((await queries.outcomesOf(message.id)).map(({ browser_id: id }) => id))
  const browsers = (await listBrowsers(db, message)).filter(({ id }) => !answered.has(id))
  const attempts = await Promise.allSettled(
    browsers.map(async (browser) => {
      try {
        await push.send({ id: message.id, to: addressOf(browser), text, lifeSeconds }, signal)
      } catch (error) {
        if (error instanceof PushAddressGone) return queries.forget(browser.id)
        if (isFinalRefusal(error)) return queries.setRefused(browser.id, message.id, error.message)
        throw error
      }
      // Stored immediately, so that a kill repeats the message to as few browsers as possible.
      await queries.setAccepted(browser.id, message.id, clock())
    }),
  )
  const failed = attempts.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
  const outcomes = await queries.outcomesOf(message.id)
  if (outcomes.some(isAccepted)) return
  const refusal = outcomes.find((outcome) => !isAccepted(outcome))?.refusal
  throw refusal ? new PushRefused(refusal) : new NoBrowser('no browser takes notifications any more')
}

/** Returns whether the push service, or the settings of this server, will never let the message through to a browser. */
export const isFinalRefusal = (error: unknown): error is Error =>
  error instanceof PushRefused || error instanceof EgressRefused

/** Returns whether a browser has accepted the message. */
export const hasReachedBrowser = async (db: Kysely<Database>, { id }: Message): Promise<boolean> =>
  (await pushBrowserQueries(db).outcomesOf(id)).some(isAccepted)

const isAccepted = ({ refusal }: { refusal: string | null }) => refusal === null

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
