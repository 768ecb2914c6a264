import type { Kysely } from 'kysely'
import type { Database } from '../database.ts'
import { AppError } from '../platform/app-error.ts'
import type { Caller } from './caller.ts'

/**
 * Locks the caller's own row until the transaction ends, so that somebody who is being demoted, deactivated or removed cannot
 * act meanwhile. The users that the transaction changes are locked with it, always in the same order, so that two
 * administrators who change each other do not deadlock. Throws `invalid_access_token` if the caller has changed since the
 * request was admitted. A transaction that holds the site tree must do so before, and lock other rows after.
 */
export async function holdCaller(
  tx: Kysely<Database>,
  { userId, sessionVersion }: Caller,
  otherIds: readonly string[] = [],
): Promise<void> {
  const held = await tx
    .selectFrom('app_user')
    .where('id', 'in', [...new Set([userId, ...otherIds])])
    .where('deleted_at', 'is', null)
    .select(['id', 'session_version as sessionVersion'])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  if (held.find(({ id }) => id === userId)?.sessionVersion !== sessionVersion)
    throw new AppError('invalid_access_token')
}
