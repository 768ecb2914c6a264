import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import { AppError } from '../../platform/app-error.ts'
import { userWrites } from './user-writes.queries.ts'

/**
 * Runs a change of a user. Throws `last_administrator` if it leaves their site without an administrator, or
 * `last_system_administrator`, so that the transaction is rolled back. A site is administered by the active administrators of
 * it and of the sites above it, except those of the root. Invited users who have not joined yet do not count.
 */
export async function keepAdministrators(
  tx: Kysely<Database>,
  user: { id: string; sitePath: string },
  change: () => Promise<void>,
): Promise<void> {
  const writes = userWrites(tx)
  const administered = await writes.administers(user.id)
  await change()
  if (!administered) return
  // From here, only one transaction at a time, so that two changes cannot rely on each other's administrator.
  await writes.lockAdministrators()
  if (administered === 'system') {
    if (!(await writes.hasSystemAdministrator())) throw new AppError('last_system_administrator')
  } else if (!(await writes.hasAdministrator(user.sitePath))) throw new AppError('last_administrator')
}
