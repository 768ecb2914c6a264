import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../database.ts'
import type { Clock } from '../../platform/clock.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import type { JobHandler, JobRun } from '../../platform/jobs/job-run.ts'
import type { Log } from '../../platform/log.ts'
import { createSeal, type Seal } from '../../platform/seal.ts'
import { type Mailer, MailRefused } from '../../platform/smtp.ts'
import {
  blacklistQueries,
  bounceOf,
  type FailureKind,
  receiverKey,
  recordArrival,
  recordFailure,
} from '../blacklist/index.ts'
import { mailQueries } from './mail.queries.ts'
import type { MailBody, MailContent } from './mail.ts'
import { layOutMail } from './mail-layout.ts'
import type { MailRow } from './tables.ts'

/** Composes and sends one mail. Jobs are grouped by the receiver's mail domain. */
export const deliverMailJob = defineJob({
  name: 'deliver-mail',
  payload: z.object({ mailId: z.uuid() }),
  concurrency: 8,
  perGroup: 2,
  // Retries until the mail expires: after half an hour, if it tells of alerts, or after a few days.
  retry: { limit: 2000, delaySeconds: 10, maxDelaySeconds: 120 },
})

export interface ComposedMail {
  content: MailContent
  /** The receiving user, and the site whose email log shows the mail. */
  userId: string | null
  siteId: string | null
  /** Not sent from then on. Default: as requested. */
  expiresAt?: Date
}

/**
 * Composes a mail of its kind, and creates the codes it contains, in the given transaction. Undefined if there is no
 * one to write to.
 */
export type ComposeMail = (
  tx: Kysely<Database>,
  mail: Pick<MailRow, 'id' | 'receiver' | 'user_id' | 'details' | 'expires_at'>,
) => Promise<ComposedMail | undefined>

export interface MailDeliveryParts {
  db: Kysely<Database>
  clock: Clock
  log: Log
  seal: Seal
  /** Keyed by the kind of mail. */
  composers: Readonly<Record<string, ComposeMail>>
  /** If absent, mails are kept in the log instead of being sent. */
  mailer: Mailer | undefined
  from: string
  publicUrl: string
}

/** Mail texts are stored sealed, since they contain codes that grant access to accounts. */
export function createMailSeal(secretKey: Buffer): Seal {
  return createSeal(secretKey, 'mail')
}

type Run = JobRun<{ mailId: string }, Database>

export function mailDelivery(parts: MailDeliveryParts): JobHandler<{ mailId: string }, Database> {
  const { clock, db } = parts
  const findPending = ({ payload }: Run) => mailQueries(db).findPending(payload.mailId)

  return {
    async run(run: Run) {
      const mail = await findPending(run)
      if (!mail) return // a previous attempt has finished it
      try {
        await deliver(parts, run, mail)
      } catch (failure) {
        if (failure instanceof MailRefused)
          return finish(
            parts,
            run,
            mail,
            'failed',
            failure.message,
            bounceOf(failure.message, failure.command),
          )
        await run.write((tx) => mailQueries(tx).change(mail.id, { error: reasonOf(failure) }))
        throw failure
      }
    },

    async giveUp(run: Run, lastError) {
      const mail = await findPending(run)
      if (mail) await finish(parts, run, mail, 'failed', mail.error ?? lastError)
    },
  }

  async function deliver({ log, mailer }: MailDeliveryParts, run: Run, mail: MailRow): Promise<void> {
    if (mail.expires_at <= clock()) return finish(parts, run, mail, 'expired', mail.error)
    await run.write((tx) => mailQueries(tx).change(mail.id, { attempts: mail.attempts + 1 }))
    const ready = mail.status === 'requested' ? await compose(parts, run, mail) : openBody(parts, mail)
    if (!ready) return
    // Composed, so that the log says to whom it would have gone.
    if (await isBlocked(db, mail, clock())) return finish(parts, run, mail, 'blocked', null)
    if (mailer) return send(mailer, run, mail, ready)
    await run.write((tx) => mailQueries(tx).change(mail.id, { status: 'kept', finished_at: clock() }))
    log.info(
      { receiver: mail.receiver, text: ready.body.text },
      'no mail server is configured: the mail is kept in the log',
    )
  }

  async function send(to: Mailer, run: Run, mail: MailRow, { subject, body }: Ready): Promise<void> {
    run.signal.throwIfAborted()
    await to.send({
      messageId: `<${mail.id}@${new URL(parts.publicUrl).hostname}>`,
      from: parts.from,
      to: mail.receiver,
      subject,
      ...body,
    })
    await finish(parts, run, mail, 'sent', null)
  }
}

const finish = (
  { clock }: MailDeliveryParts,
  run: Run,
  { id, receiver }: MailRow,
  status: MailRow['status'],
  error: string | null,
  bounce?: FailureKind,
): Promise<void> =>
  run.write(async (tx) => {
    await mailQueries(tx).change(id, { status, error, sealed_body: null, finished_at: clock() })
    if (status === 'sent') await recordArrival(tx, { type: 'Email', receiver, at: clock() })
    if (bounce) await recordFailure(tx, { type: 'Email', receiver, kind: bounce, detail: error, at: clock() })
  })

/** Account mails are sent to an address whose block will pass, since they may be its user's only way in. */
async function isBlocked(db: Kysely<Database>, { kind, receiver }: MailRow, at: Date): Promise<boolean> {
  const [block] = await blacklistQueries(db).listBlocked('Email', [receiverKey('Email', receiver)], at)
  return block !== undefined && (kind === 'Notification' || block.blocked_until === null)
}

const reasonOf = (failure: unknown) => (failure instanceof Error ? failure.message.slice(0, 500) : 'unknown')

interface Ready {
  subject: string
  body: MailBody
}

/** Runs once for each mail: a retry sends exactly the same mail with the same codes. */
async function compose(
  { clock, composers, seal, publicUrl }: MailDeliveryParts,
  run: Run,
  mail: MailRow,
): Promise<Ready | undefined> {
  const composer = composers[mail.kind]
  if (!composer) throw new Error(`unknown kind of mail: ${mail.kind}`)
  return run.write(async (tx) => {
    const composed = await composer(tx, mail)
    const queries = mailQueries(tx)
    if (!composed) {
      await queries.change(mail.id, { status: 'dropped', finished_at: clock() })
      return undefined
    }
    const { content, userId, siteId, expiresAt } = composed
    const body = layOutMail(content, publicUrl)
    await queries.change(mail.id, {
      status: 'composed',
      subject: content.subject,
      sealed_body: seal.seal(JSON.stringify(body)),
      user_id: userId,
      site_id: siteId,
      ...(expiresAt && { expires_at: expiresAt }),
    })
    return { subject: content.subject, body }
  })
}

function openBody({ seal }: MailDeliveryParts, mail: MailRow): Ready {
  if (mail.sealed_body === null) throw new Error('a composed mail has no body')
  return { subject: mail.subject, body: JSON.parse(seal.open(mail.sealed_body)) }
}
