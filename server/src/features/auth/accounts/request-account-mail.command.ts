import type { Kysely } from 'kysely'
import type { Database } from '../../../database.ts'
import type { Clock } from '../../../platform/clock.ts'
import { limitMailsTo, requestMail } from '../../messages/index.ts'
import { normalizeEmail } from '../credentials/account.ts'
import type { AccountMail } from './account-mail.ts'

/**
 * Requests an email to an address that may or may not belong to a user. The user is looked up only when the email is
 * composed, so that neither the response nor its time reveals them. Throws `rate_limited` after too many requests for
 * one address.
 */
export async function requestAccountMail(
  { db, clock }: { db: Kysely<Database>; clock: Clock },
  kind: AccountMail,
  givenEmail: string,
): Promise<void> {
  const receiver = normalizeEmail(givenEmail)
  const at = clock()
  await db.transaction().execute(async (tx) => {
    await limitMailsTo(tx, { receiver, kinds: [kind], at })
    await requestMail(tx, { kind, receiver, at })
  })
}
