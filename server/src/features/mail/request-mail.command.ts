import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import { uuidv7 } from '../../platform/db/uuid.ts'
import { enqueueAll } from '../../platform/jobs/job-queue.ts'
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
  const id = uuidv7()
  await mailQueries(tx).insert({
    id,
    expiresAt: new Date(mail.at.getTime() + mailLifeMs(mail.kind)),
    ...mail,
  })
  await enqueueMails(tx, [{ id, receiver: mail.receiver }])
}

/** Enqueues pending mails without a job, left behind by an older version or an interrupted request. */
export async function resumePendingMails(db: Kysely<Database>): Promise<void> {
  await enqueueMails(db, await mailQueries(db).listPending())
}

/** The job has the mail's id, so that no mail is enqueued twice. */
const enqueueMails = (tx: Kysely<Database>, mails: readonly { id: string; receiver: string }[]) =>
  enqueueAll(
    tx,
    deliverMailJob,
    mails.map(({ id, receiver }) => ({ id, payload: { mailId: id }, group: mailDomain(receiver) })),
  )

const mailDomain = (address: string) => address.slice(address.lastIndexOf('@') + 1).toLowerCase() || 'none'
