import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import type { MailRow } from '../../identity-tables.ts'
import { uuidv7 } from '../../platform/db/uuid.ts'

export interface RequestedMail {
  kind: string
  receiver: string
  userId?: string
  siteId?: string
  /** What the composer needs to know besides the user; never a secret. */
  details?: Record<string, string>
  at: Date
  /** Later it is not worth sending. */
  expiresAt: Date
}

/** Belongs into the transaction of what the mail tells about; it is sent after the commit. */
export async function requestMail(tx: Kysely<Database>, mail: RequestedMail): Promise<void> {
  await tx
    .insertInto('mail')
    .values({
      id: uuidv7(),
      kind: mail.kind,
      receiver: mail.receiver,
      user_id: mail.userId ?? null,
      site_id: mail.siteId ?? null,
      details: JSON.stringify(mail.details ?? {}),
      next_at: mail.at,
      created_at: mail.at,
      expires_at: mail.expiresAt,
    })
    .execute()
}

export const mailQueries = (db: Kysely<Database>) => ({
  /** Takes one mail that is due; until `leasedUntil` nobody else gets it. */
  claimDue: (now: Date, lease: string, leasedUntil: Date): Promise<MailRow | undefined> =>
    db
      .updateTable('mail')
      .set((eb) => ({ lease, next_at: leasedUntil, attempts: eb('attempts', '+', 1) }))
      .where('id', '=', (eb) =>
        eb
          .selectFrom('mail')
          .where('status', 'in', ['requested', 'composed'])
          .where('next_at', '<=', now)
          .orderBy('next_at')
          .limit(1)
          .forUpdate()
          .skipLocked()
          .select('id'),
      )
      .returningAll()
      .executeTakeFirst(),

  /** Writes to a mail that is still held by this lease; one that took too long changes nothing. */
  async change(
    { id, lease }: Pick<MailRow, 'id' | 'lease'>,
    changes: Partial<
      Pick<
        MailRow,
        'status' | 'subject' | 'sealed_body' | 'error' | 'next_at' | 'finished_at' | 'user_id' | 'site_id'
      >
    >,
  ): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('mail')
      .set(changes)
      .where('id', '=', id)
      .where('lease', '=', lease)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  /** Requests that reached nobody are kept for as long as they are counted, the others as the log is. */
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

  /** What was kept for reading is not to open anything once it has expired. */
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
