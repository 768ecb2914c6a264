import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import type { RequestedMail } from './mail.ts'
import type { MailRow } from './tables.ts'

type MailChanges = Partial<
  Pick<
    MailRow,
    | 'status'
    | 'subject'
    | 'expires_at'
    | 'sealed_body'
    | 'attempts'
    | 'error'
    | 'finished_at'
    | 'user_id'
    | 'site_id'
  >
>

/** A statement has at most 65,535 parameters. */
const mostInStatement = 1000
const pending = ['requested', 'composed'] as const

export const mailQueries = (db: Kysely<Database>) => ({
  async insertAll(mails: readonly (RequestedMail & { id: string; expiresAt: Date })[]): Promise<void> {
    for (let from = 0; from < mails.length; from += mostInStatement)
      await db
        .insertInto('mail')
        .values(
          mails.slice(from, from + mostInStatement).map((mail) => ({
            id: mail.id,
            kind: mail.kind,
            receiver: mail.receiver,
            user_id: mail.userId ?? null,
            site_id: mail.siteId ?? null,
            details: JSON.stringify(mail.details ?? {}),
            created_at: mail.at,
            expires_at: mail.expiresAt,
          })),
        )
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
