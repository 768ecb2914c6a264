import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database.ts'
import { uuidv7 } from '../../platform/db/uuid.ts'
import type { PushBrowserRow } from './tables.ts'

type NewBrowser = Pick<PushBrowserRow, 'endpoint' | 'public_key' | 'auth_secret' | 'user_agent'> & {
  user_id: string
  session_id: string
}

export const pushBrowserQueries = (db: Kysely<Database>) => ({
  /** Lists the most recently opened first. */
  list: (userId: string): Promise<PushBrowserRow[]> =>
    db
      .selectFrom('push_browser')
      .where('user_id', '=', userId)
      .selectAll()
      .orderBy('seen_at', 'desc')
      .orderBy('id')
      .execute(),

  /** Registers a browser, which has one user at a time: the last one who registered it. Call it in a transaction. */
  async register(browser: NewBrowser, at: Date): Promise<PushBrowserRow> {
    await db
      .deleteFrom('push_browser')
      .where('endpoint', '=', browser.endpoint)
      .where('user_id', '<>', browser.user_id)
      .execute()
    return db
      .insertInto('push_browser')
      .values({ id: uuidv7(), ...browser, created_at: at, seen_at: at })
      .onConflict((conflict) => conflict.column('endpoint').doUpdateSet({ ...browser, seen_at: at }))
      .returningAll()
      .executeTakeFirstOrThrow()
  },

  /** Keeps only the user's browsers in which the portal was opened last. */
  async keepLast(userId: string, most: number): Promise<void> {
    await sql`
      delete from push_browser where id in (
        select id from push_browser where user_id = ${userId} order by seen_at desc, id offset ${most})`.execute(
      db,
    )
  },

  /** Returns false if the user has no such browser. */
  async remove(userId: string, id: string): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('push_browser')
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return numDeletedRows === 1n
  },

  async has(userId: string, id: string): Promise<boolean> {
    const row = await db
      .selectFrom('push_browser')
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .select('id')
      .executeTakeFirst()
    return row !== undefined
  },

  async forget(id: string): Promise<void> {
    await db.deleteFrom('push_browser').where('id', '=', id).execute()
  },

  /** Lists what the browsers have answered to a message. */
  outcomesOf: (messageId: string) =>
    db
      .selectFrom('push_outcome')
      .where('message_id', '=', messageId)
      .select(['browser_id', 'refusal'])
      .execute(),

  /** Notes that a browser has accepted a message. */
  async setAccepted(id: string, messageId: string, at: Date): Promise<void> {
    await db
      .with('accepted', (cte) =>
        cte
          .insertInto('push_outcome')
          .values({ message_id: messageId, browser_id: id, refusal: null })
          .onConflict((conflict) => conflict.doNothing()),
      )
      .updateTable('push_browser')
      .set({ message_id: messageId, accepted_at: at })
      .where('id', '=', id)
      .execute()
  },

  /** Notes that a browser will never accept a message. */
  async setRefused(id: string, messageId: string, refusal: string): Promise<void> {
    await db
      .insertInto('push_outcome')
      .values({ message_id: messageId, browser_id: id, refusal })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  },

  async forgetUnseen(before: Date): Promise<void> {
    await db.deleteFrom('push_browser').where('seen_at', '<', before).execute()
  },
})

/** SQL: whether the user in a row of this name has a browser that shows notifications. */
export const hasPushBrowserSql = (user: string): string =>
  `exists (select from push_browser where push_browser.user_id = ${user}.id)`
