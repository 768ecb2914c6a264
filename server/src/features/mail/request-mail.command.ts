import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import { uuidv7 } from '../../platform/db/uuid.ts'
import { enqueueAll } from '../../platform/jobs/job-queue.ts'
import { deliverMailJob } from './deliver-mail.job.ts'
import { mailQueries } from './mail.queries.ts'
import type { RequestedMail } from './mail.ts'
import { mailLifeMs } from './mail-life.ts'

/**
 * Requests a mail, in the transaction of what it reports where there is one; a job composes and sends it after the
 * commit. A mail that cannot be sent within its life expires.
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

/** Enqueues mails that wait to be sent and have no job: those that an older version or an interrupted request left. */
export async function resumePendingMails(db: Kysely<Database>): Promise<void> {
  await enqueueMails(db, await mailQueries(db).listPending())
}

/** A mail's job has the mail's id, so that none is ever enqueued twice. */
const enqueueMails = (tx: Kysely<Database>, mails: readonly { id: string; receiver: string }[]) =>
  enqueueAll(
    tx,
    deliverMailJob,
    mails.map(({ id, receiver }) => ({ id, payload: { mailId: id }, group: mailDomain(receiver) })),
  )

const mailDomain = (address: string) => address.slice(address.lastIndexOf('@') + 1).toLowerCase() || 'none'
