import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import type { RequestedMail } from './mail.ts'
import type { MailRow } from './tables.ts'

type MailChanges = Partial<
  Pick<
    MailRow,
    'status' | 'subject' | 'sealed_body' | 'attempts' | 'error' | 'finished_at' | 'user_id' | 'site_id'
  >
>

const pending = ['requested', 'composed'] as const

export const mailQueries = (db: Kysely<Database>) => ({
  async insert({
    id,
    kind,
    receiver,
    userId,
    siteId,
    details,
    at,
    expiresAt,
  }: RequestedMail & { id: string; expiresAt: Date }) {
    await db
      .insertInto('mail')
      .values({
        id,
        kind,
        receiver,
        user_id: userId ?? null,
        site_id: siteId ?? null,
        details: JSON.stringify(details ?? {}),
        created_at: at,
        expires_at: expiresAt,
      })
      .execute()
  },

  findPending: (id: string): Promise<MailRow | undefined> =>
    db.selectFrom('mail').where('id', '=', id).where('status', 'in', pending).selectAll().executeTakeFirst(),

  listPending: () =>
    db.selectFrom('mail').where('status', 'in', pending).select(['id', 'receiver']).execute(),

  async change(id: string, changes: MailChanges): Promise<void> {
    await db.updateTable('mail').set(changes).where('id', '=', id).execute()
  },

  /**
   * Requests that reached no one are kept only while they count toward the limit; other mails follow the log's
   * retention.
   */
  async deleteOld(droppedBefore: Date, before: Date): Promise<void> {
    await db
      .deleteFrom('mail')
      .where((eb) =>
        eb.or([
          eb('created_at', '<', before),
          eb.and([eb('status', '=', 'dropped'), eb('created_at', '<', droppedBefore)]),
        ]),
      )
      .execute()
  },

  /** Once a mail has expired, its stored text must not grant access to anything. */
  async forgetExpiredBodies(now: Date): Promise<void> {
    await db
      .updateTable('mail')
      .set({ sealed_body: null })
      .where('expires_at', '<', now)
      .where('sealed_body', 'is not', null)
      .where('status', '=', 'kept')
      .execute()
  },
})
