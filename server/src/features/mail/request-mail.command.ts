import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import { uuidv7 } from '../../platform/db/uuid.ts'
import { enqueueAll, hasten } from '../../platform/jobs/job-queue.ts'
import { deliverMailJob } from './deliver-mail.job.ts'
import { mailQueries } from './mail.queries.ts'
import type { RequestedMail } from './mail.ts'
import { mailLifeMs } from './mail-life.ts'

/**
 * Requests a mail, if possible in the transaction of the change it reports; a job composes and sends it after the
 * commit. A mail that has expired is not sent.
 */
export async function requestMail(tx: Kysely<Database>, mail: RequestedMail): Promise<void> {
  if (!tx.isTransaction) return tx.transaction().execute((own) => requestMail(own, mail))
  await requestMails(tx, [mail])
}

/** Like `requestMail`, for many mails, in a transaction. Returns their ids in the same order. */
export async function requestMails(tx: Kysely<Database>, mails: readonly RequestedMail[]): Promise<string[]> {
  const requested = mails.map((mail) => ({
    id: uuidv7(),
    expiresAt: new Date((mail.dueAt ?? mail.at).getTime() + mailLifeMs(mail.kind)),
    ...mail,
  }))
  await mailQueries(tx).insertAll(requested)
  await enqueueMails(tx, requested)
  return requested.map(({ id }) => id)
}

/** Makes a mail that waits for a later time due at an earlier one. */
export const hastenMail = (tx: Kysely<Database>, id: string, dueAt: Date): Promise<void> =>
  hasten(tx, deliverMailJob, id, dueAt)

/** Enqueues pending mails without a job, left behind by an older version or an interrupted request. */
export async function resumePendingMails(db: Kysely<Database>): Promise<void> {
  await enqueueMails(db, await mailQueries(db).listPending())
}

/** The job has the mail's id, so that no mail is enqueued twice. */
const enqueueMails = (
  tx: Kysely<Database>,
  mails: readonly { id: string; receiver: string; dueAt?: Date }[],
) =>
  enqueueAll(
    tx,
    deliverMailJob,
    mails.map(({ id, receiver, dueAt }) => ({
      id,
      payload: { mailId: id },
      group: mailDomain(receiver),
      ...(dueAt && { startAt: dueAt }),
    })),
  )

const mailDomain = (address: string) => address.slice(address.lastIndexOf('@') + 1).toLowerCase() || 'none'
