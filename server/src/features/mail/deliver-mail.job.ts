import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import type { MailRow } from '../../identity-tables.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { createSeal, type Seal } from '../../platform/seal.ts'
import { type Mailer, MailRefused } from '../../platform/smtp.ts'
import { mailQueries } from './mail.queries.ts'
import { type MailBody, type MailContent, retryDelayMs } from './mail.ts'
import { layOutMail } from './mail-layout.ts'

export interface ComposedMail {
  content: MailContent
  /** Whom it goes to, and the site it is shown under in the log. */
  userId: string | null
  siteId: string | null
}

/**
 * Writes a mail of its kind, and makes the codes it holds, in the given transaction.
 * Undefined: there is nobody to write to.
 */
export type ComposeMail = (
  tx: Kysely<Database>,
  mail: Pick<MailRow, 'receiver' | 'user_id' | 'details' | 'expires_at'>,
) => Promise<ComposedMail | undefined>

interface Parts {
  db: Kysely<Database>
  clock: Clock
  log: Log
  seal: Seal
  /** By the kind of mail. */
  composers: Readonly<Record<string, ComposeMail>>
  /** Absent: mails are kept in the log instead. */
  mailer: Mailer | undefined
  from: string
  publicUrl: string
}

/** What mails say is stored sealed, since it holds codes that open accounts. */
export function createMailSeal(secretKey: Buffer): Seal {
  return createSeal(secretKey, 'mail')
}

const leaseMs = 60_000
const dayMs = 86_400_000

/** Composes and sends all mails that are due, one after the other; several processes may do so at once. */
export function createMailDelivery(parts: Parts) {
  const { clock, db, log, mailer } = parts
  const queries = mailQueries(db)

  async function deliver(mail: MailRow): Promise<void> {
    if (mail.expires_at <= clock()) return void (await finish(mail, { status: 'expired' }))
    const composed = mail.status === 'requested' ? await compose(parts, mail) : openBody(parts, mail)
    if (!composed) return
    if (mailer) return send(mailer, mail, composed)
    await queries.change(mail, { status: 'kept', finished_at: clock() })
    log.info(
      { receiver: mail.receiver, text: composed.body.text },
      'no mail server is set: the mail is kept in the log',
    )
  }

  const finish = (
    mail: MailRow,
    { status, error = null }: Pick<MailRow, 'status'> & { error?: string | null },
  ) => queries.change(mail, { status, error, sealed_body: null, finished_at: clock() })

  async function send(to: Mailer, mail: MailRow, { subject, body }: Ready): Promise<void> {
    try {
      await to.send({
        messageId: `<${mail.id}@${new URL(parts.publicUrl).hostname}>`,
        from: parts.from,
        to: mail.receiver,
        subject,
        ...body,
      })
      await finish(mail, { status: 'sent' })
    } catch (failure) {
      const error = failure instanceof Error ? failure.message.slice(0, 500) : 'unknown'
      log.warn({ err: failure, mail: mail.id, attempts: mail.attempts }, 'a mail could not be sent')
      if (failure instanceof MailRefused) await finish(mail, { status: 'failed', error })
      else
        await queries.change(mail, {
          error,
          next_at: new Date(clock().getTime() + retryDelayMs(mail.attempts)),
        })
    }
  }

  return {
    async deliverDue(): Promise<void> {
      for (;;) {
        const now = clock()
        const mail = await queries.claimDue(now, randomUUID(), new Date(now.getTime() + leaseMs))
        if (!mail) return
        // One that fails unexpectedly comes again after its lease, and does not keep the others waiting.
        await deliver(mail).catch((error: unknown) =>
          log.error({ err: error, mail: mail.id }, 'a mail could not be delivered'),
        )
      }
    },

    async forgetOld(): Promise<void> {
      const now = clock().getTime()
      await queries.deleteOld(new Date(now - dayMs), new Date(now - 90 * dayMs))
      await queries.forgetExpiredBodies(new Date(now))
    },
  }
}

interface Ready {
  subject: string
  body: MailBody
}

/** Once for each mail: a second attempt sends the very same, with the same codes. */
async function compose(
  { db, clock, composers, seal, publicUrl }: Parts,
  mail: MailRow,
): Promise<Ready | undefined> {
  const composer = composers[mail.kind]
  if (!composer) throw new Error(`nobody composes mails of the kind ${mail.kind}`)
  return db.transaction().execute(async (tx) => {
    const composed = await composer(tx, mail)
    const queries = mailQueries(tx)
    if (!composed) {
      await queries.change(mail, { status: 'dropped', finished_at: clock() })
      return undefined
    }
    const { content, userId, siteId } = composed
    const body = layOutMail(content, publicUrl)
    const isHeld = await queries.change(mail, {
      status: 'composed',
      subject: content.subject,
      sealed_body: seal.seal(JSON.stringify(body)),
      user_id: userId,
      site_id: siteId,
    })
    if (!isHeld) throw new Error('the lease of the mail was lost')
    return { subject: content.subject, body }
  })
}

function openBody({ seal }: Parts, mail: MailRow): Ready {
  if (mail.sealed_body === null) throw new Error('a composed mail has no body')
  return { subject: mail.subject, body: JSON.parse(seal.open(mail.sealed_body)) }
}
