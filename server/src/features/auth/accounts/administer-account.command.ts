import type { Kysely } from 'kysely'
import type { Database } from '../../../database.ts'
import { requestMail } from '../../messages/index.ts'
import { secondFactorQueries } from '../second-factor/second-factor.queries.ts'
import { sessionWrites } from '../sessions/session-writes.queries.ts'
import { forgetSignIns } from './forget-identity.queries.ts'
import { userCodeQueries } from './user-codes.queries.ts'

/** A user whose account an administrator changes. The caller checks permissions and writes the audit entry. */
interface Administered {
  id: string
  email: string
}

/** Ends all sessions of a user, with their tokens, live connections and unfinished sign-ins. */
export const endSessionsOf = (tx: Kysely<Database>, userId: string, reason: string, at: Date) =>
  sessionWrites(tx).endSessionsOf([userId], reason, at)

/**
 * Removes the second factor of a user who has lost it, ends their sessions, and notifies them by email. Returns whether there
 * was one.
 */
export async function removeSecondFactor(
  tx: Kysely<Database>,
  { id, email }: Administered,
  at: Date,
): Promise<boolean> {
  const queries = secondFactorQueries(tx)
  if (!(await queries.disable(id))) return false
  await queries.replaceRecoveryCodes(id, [])
  await queries.deleteSetup(id)
  await endSessionsOf(tx, id, 'second factor reset', at)
  await requestMail(tx, { kind: 'TwoFactorReset', receiver: email, userId: id, at })
  return true
}

/**
 * Call after the address of a user has changed. Ends the user's sessions, and revokes the codes and the
 * temporary password sent to the old address. If the old address was confirmed, it gets a notice. The caller must then request the
 * email that confirms the new address: a link, or an invitation if the user has never signed in.
 */
export async function proveNewAddress(
  tx: Kysely<Database>,
  user: { id: string; before: string; hasJoined: boolean; isConfirmed: boolean },
  at: Date,
): Promise<void> {
  const { id, before, hasJoined, isConfirmed } = user
  const codes = userCodeQueries(tx)
  await codes.deleteCodes(id)
  await codes.revokeTemporaryPassword(id)
  await endSessionsOf(tx, id, 'address changed', at)
  if (!hasJoined) return
  await codes.unconfirmUser(id)
  // An address that nobody has confirmed may be that of a stranger.
  if (isConfirmed) await requestMail(tx, { kind: 'AddressChanged', receiver: before, userId: id, at })
}

/** Deletes all credentials of deleted users. */
export async function removeCredentials(
  tx: Kysely<Database>,
  userIds: readonly string[],
  at: Date,
): Promise<void> {
  await sessionWrites(tx).endSessionsOf(userIds, 'user deleted', at)
  await forgetSignIns(tx, userIds)
}
