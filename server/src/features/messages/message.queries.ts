import type { Channel } from '@eot/contract/channels'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database.ts'
import { deleteInSteps } from '../../platform/db/delete-in-steps.queries.ts'
import { uuidv7 } from '../../platform/db/uuid.ts'
import type { RequestedMessage } from './mail.ts'
import type { AttemptOutcome, MessageRow } from './tables.ts'

type MessageChanges = Partial<
  Pick<
    MessageRow,
    | 'status'
    | 'subject'
    | 'expires_at'
    | 'sealed_body'
    | 'attempts'
    | 'error'
    | 'finished_at'
    | 'user_id'
    | 'site_id'
    | 'provider_id'
    | 'delivered_at'
  >
>

export interface NewAttempt {
  messageId: string
  at: Date
  outcome: AttemptOutcome
  answer: string | null
  durationMs?: number
}

/** A statement has at most 65,535 parameters. */
const mostInStatement = 1000
const pending = ['requested', 'composed'] as const

/** Whether a message is still to be sent. */
export const isPending = ({ status }: Pick<MessageRow, 'status'>): boolean =>
  pending.some((one) => one === status)

export const messageQueries = (db: Kysely<Database>) => ({
  async insertAll(messages: readonly (RequestedMessage & { id: string; expiresAt: Date })[]): Promise<void> {
    for (let from = 0; from < messages.length; from += mostInStatement)
      await db
        .insertInto('message')
        .values(
          messages.slice(from, from + mostInStatement).map((message) => ({
            id: message.id,
            channel: message.channel,
            kind: message.kind,
            receiver: message.receiver,
            user_id: message.userId ?? null,
            site_id: message.siteId ?? null,
            details: JSON.stringify(message.details ?? {}),
            created_at: message.at,
            expires_at: message.expiresAt,
          })),
        )
        .execute()
  },

  findPending: (id: string): Promise<MessageRow | undefined> =>
    db
      .selectFrom('message')
      .where('id', '=', id)
      .where('status', 'in', pending)
      .selectAll()
      .executeTakeFirst(),

  listPending: () =>
    db.selectFrom('message').where('status', 'in', pending).select(['id', 'channel', 'receiver']).execute(),

  async change(id: string, changes: MessageChanges): Promise<void> {
    await db.updateTable('message').set(changes).where('id', '=', id).execute()
  },

  /** Changes the message if it is still to be sent. Returns whether it was. */
  async changePending(id: string, changes: MessageChanges): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('message')
      .set(changes)
      .where('id', '=', id)
      .where('status', 'in', pending)
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  },

  async insertAttempt({ messageId, at, outcome, answer, durationMs }: NewAttempt): Promise<void> {
    await db
      .insertInto('message_attempt')
      .values({
        id: uuidv7(),
        message_id: messageId,
        at,
        outcome,
        answer,
        duration_ms: durationMs ?? null,
      })
      .execute()
  },

  /** Finds the message by our id, or by the provider's, and locks it until the commit. */
  lockReported: (channel: Channel, by: { id: string } | { providerId: string }) =>
    db
      .selectFrom('message')
      .where('channel', '=', channel)
      .$if('id' in by, (query) => query.where('id', '=', 'id' in by ? by.id : ''))
      .$if('providerId' in by, (query) =>
        query.where('provider_id', '=', 'providerId' in by ? by.providerId : ''),
      )
      .selectAll()
      .forUpdate()
      .executeTakeFirst(),

  /** Returns false if the report has been handled before. */
  async insertReport(id: string, at: Date): Promise<boolean> {
    const inserted = await db
      .insertInto('delivery_report')
      .values({ id, received_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    return inserted !== undefined
  },

  deleteOldReports: (before: Date, inStep = 10_000): Promise<void> =>
    deleteInSteps(
      db,
      (limit) => sql`
        delete from delivery_report where id in (
          select id from delivery_report where received_at < ${before} limit ${limit})`,
      inStep,
    ),

  /** Requests without a receiver are kept only while they count toward the limit; other messages follow the log's retention. */
  deleteOld: (droppedBefore: Date, before: Date, inStep = 10_000): Promise<void> =>
    deleteInSteps(
      db,
      (limit) => sql`
        delete from message where id in (
          select id from message
          where created_at < ${before} or (status = 'dropped' and created_at < ${droppedBefore})
          limit ${limit})`,
      inStep,
    ),

  /** Deletes the stored text of expired messages, which must not grant access to anything. */
  async forgetExpiredBodies(now: Date): Promise<void> {
    await db
      .updateTable('message')
      .set({ sealed_body: null })
      .where('expires_at', '<', now)
      .where('sealed_body', 'is not', null)
      .where('status', '=', 'kept')
      .execute()
  },
})
