import type { Kysely } from 'kysely'
import { insertAuditEntry } from '../../../access/audit.queries.ts'
import type { Database } from '../../../database.ts'
import { AppError, found } from '../../../platform/app-error.ts'
import type { Clock } from '../../../platform/clock.ts'
import { hashSecretToken } from '../../../platform/secret-token.ts'
import { confirmUser, holdUser } from '../credentials/account.queries.ts'
import { normalizeEmail } from '../credentials/account.ts'
import { openStep } from '../sign-in/complete-login.command.ts'
import { userCodeQueries } from './user-codes.queries.ts'

/**
 * Confirms that the address belongs to the user. If the user has no password yet, returns the token for choosing one.
 */
export async function confirmAccount(
  { db, clock }: { db: Kysely<Database>; clock: Clock },
  { email, code }: { email: string; code: string },
): Promise<string | null> {
  const now = clock()
  const hash = hashSecretToken(code)
  return db.transaction().execute(async (tx) => {
    const queries = userCodeQueries(tx)
    const owner = found(
      await queries.findCode({ hash, purpose: 'confirm', email: normalizeEmail(email), now }),
      'invalid_link',
    )
    const user = found(await holdUser(tx, owner.userId), 'invalid_link')
    if (!(await queries.useCode(hash, now))) throw new AppError('invalid_link')
    await confirmUser(tx, user.id, now)
    await insertAuditEntry(tx, {
      actorId: user.id,
      siteId: user.siteId,
      action: 'user.confirmed',
      subjectId: user.id,
    })
    if (user.passwordHash !== null) return null
    return openStep(tx, user, { kind: 'new password', method: 'password', hasSecondFactor: false }, now)
  })
}
