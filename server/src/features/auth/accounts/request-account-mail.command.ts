import type { Kysely } from 'kysely'
import type { Database } from '../../../database.ts'
import type { Clock } from '../../../platform/clock.ts'
import { limitMailsTo, requestMail } from '../../mail/index.ts'
import { normalizeEmail } from '../credentials/account.ts'
import type { AccountMail } from './account-mail.ts'

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
  await db.transaction().execute(async (tx) => {
    await limitMailsTo(tx, { receiver, kinds: [kind], at })
    await requestMail(tx, { kind, receiver, at })
  })
}
