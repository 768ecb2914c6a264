import type { Channel } from '@eot/contract/channels'
import { channels } from '@eot/contract/channels'
import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import { uuidv7 } from '../../platform/db/uuid.ts'
import type { Job } from '../../platform/jobs/job.ts'
import { enqueueAll, hasten } from '../../platform/jobs/job-queue.ts'
import { deliverMailJob, mailDomain } from './deliver-mail.job.ts'
import { deliverPushJob } from './deliver-push.job.ts'
import { deliverTextJob } from './deliver-text.job.ts'
import type { RequestedMail, RequestedMessage } from './mail.ts'
import { mailLifeMs } from './mail-life.ts'
import { messageQueries } from './message.queries.ts'

interface ChannelJob {
  job: Job<{ messageId: string }>
  /** Messages of one group are sent one after another, so that a slow receiver does not delay the others. */
  groupOf(receiver: string): string
}

/** The job that sends the messages of each channel. A new channel needs a line here. */
const channelJobs: Readonly<Record<Channel, ChannelJob>> = {
  Email: { job: deliverMailJob, groupOf: mailDomain },
  Text: { job: deliverTextJob, groupOf: (number) => number || 'none' },
  Push: { job: deliverPushJob, groupOf: (userId) => userId },
}

/**
 * Requests an email, if possible in the transaction of the change that it reports; a job composes and sends it after the
 * commit. An expired email is not sent.
 */
export async function requestMail(tx: Kysely<Database>, mail: RequestedMail): Promise<void> {
  if (!tx.isTransaction) return tx.transaction().execute((own) => requestMail(own, mail))
  await requestMessages(tx, [{ channel: 'Email', ...mail }])
}

/** Like `requestMail`, for many messages on any channel, in a transaction. Returns their ids in the same order. */
export async function requestMessages(
  tx: Kysely<Database>,
  messages: readonly RequestedMessage[],
): Promise<string[]> {
  const requested = messages.map((message) => ({
    id: uuidv7(),
    expiresAt: new Date((message.dueAt ?? message.at).getTime() + mailLifeMs(message.kind)),
    ...message,
  }))
  await messageQueries(tx).insertAll(requested)
  await enqueueMessages(tx, requested)
  return requested.map(({ id }) => id)
}

/** Makes a message that waits for a later time due earlier. */
export const hastenMessage = (
  tx: Kysely<Database>,
  channel: Channel,
  id: string,
  dueAt: Date,
): Promise<void> => hasten(tx, channelJobs[channel].job, id, dueAt)

/** Enqueues pending messages without a job, left behind by an older version or an interrupted request. */
export async function resumePendingMessages(db: Kysely<Database>): Promise<void> {
  await enqueueMessages(db, await messageQueries(db).listPending())
}

/** The job has the message's id, so that no message is enqueued twice. */
async function enqueueMessages(
  tx: Kysely<Database>,
  messages: readonly { id: string; channel: Channel; receiver: string; dueAt?: Date }[],
): Promise<void> {
  for (const channel of channels) {
    const { job, groupOf } = channelJobs[channel]
    const own = messages.filter((message) => message.channel === channel)
    await enqueueAll(
      tx,
      job,
      own.map(({ id, receiver, dueAt }) => ({
        id,
        payload: { messageId: id },
        group: groupOf(receiver),
        ...(dueAt && { startAt: dueAt }),
      })),
    )
  }
}
