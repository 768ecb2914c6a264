import { accessEmails, EmailType, notificationEmail } from '@eot/contract/message-kinds'
import type { Kysely } from 'kysely'
import { insertAuditEntry } from '../../access/audit.queries.ts'
import type { Caller } from '../../access/caller.ts'
import { ownScope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { AppError, found } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { limitMailsTo, requestMail } from '../messages/index.ts'
import { messageLogQueries } from './message-log.queries.ts'

/** These contain a code that confirms an address, and go only to that address while it is unconfirmed. */
const confirmations: readonly string[] = ['Confirmation', 'SiteRegistration', 'AddressConfirmation']

/**
 * Requests a failed, blocked or expired email again. It is composed again, so it contains a new code, and the former code no
 * longer works. Throws `mail_not_found`, `mail_not_resendable`, `user_not_found`, `user_inactive` and `rate_limited`.
 */
export async function resendMail(
  { db, clock }: { db: Kysely<Database>; clock: Clock },
  caller: Caller,
  id: string,
): Promise<void> {
  const mail = found(await messageLogQueries(db, 'Email').findMessage(ownScope(caller), id), 'mail_not_found')
  if (!['failed', 'blocked', 'expired'].includes(mail.status)) throw new AppError('mail_not_resendable')
  if (accessEmails.includes(mail.kind) || mail.kind === notificationEmail)
    throw new AppError('mail_not_resendable')
  const { data: kind } = EmailType.safeParse(mail.kind)
  if (!kind) throw new AppError('mail_not_resendable') // of a newer version
  if (mail.user_id === null || mail.userEmail === null) throw new AppError('user_not_found')
  if (!mail.isUserActive) throw new AppError('user_inactive')
  const isConfirmed = mail.userConfirmedAt !== null || mail.userEmail !== mail.receiver
  if (confirmations.includes(kind) && isConfirmed) throw new AppError('mail_not_resendable')
  const { receiver, user_id: userId, site_id: siteId, details } = mail
  const at = clock()
  await db.transaction().execute(async (tx) => {
    await limitMailsTo(tx, { receiver, kinds: [kind], at })
    await requestMail(tx, { kind, receiver, userId, ...(siteId !== null && { siteId }), details, at })
    await insertAuditEntry(tx, {
      actorId: caller.userId,
      siteId,
      action: 'mail.resent',
      subjectId: mail.id,
      details: { type: kind, user: userId },
    })
  })
}
