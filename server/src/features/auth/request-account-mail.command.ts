import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { countRequestedMails, requestMail } from '../mail/index.ts'
import { type AccountMail, mailLifeMs } from './account-mail.ts'
import { normalizeEmail } from './sign-in.ts'

const hourMs = 60 * 60_000
const mailsAnHour = 5

/**
 * Asks for a mail to an address that may or may not be a user's. That is looked up when the mail is composed, so that
 * neither the answer nor its time tells. Throws `rate_limited` after too many for one address.
 */
export async function requestAccountMail(
  { db, clock }: { db: Kysely<Database>; clock: Clock },
  kind: AccountMail,
  givenEmail: string,
): Promise<void> {
  const receiver = normalizeEmail(givenEmail)
  const at = clock()
  const since = new Date(at.getTime() - hourMs)
  if ((await countRequestedMails(db, { receiver, kind, since })) >= mailsAnHour)
    throw new AppError('rate_limited', { retryAfterSeconds: hourMs / 1000 })
  await requestMail(db, { kind, receiver, at, expiresAt: new Date(at.getTime() + mailLifeMs(kind)) })
}
