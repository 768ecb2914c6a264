import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import { heldQueries } from './held.queries.ts'
import { matchReminders } from './matched-reminders.command.ts'
import type { DueMessage } from './notifications.queries.ts'
import { enqueueReminders } from './remind.job.ts'

/**
 * Releases notifications that maintenance no longer holds. The messages leave out what had ended by then. The reminders of
 * these alerts count from now. Returns the messages to schedule.
 */
export async function releaseHeld(tx: Kysely<Database>, now: Date): Promise<DueMessage[]> {
  const queries = heldQueries(tx)
  const { due, starts } = await queries.release(now)
  if (starts.length === 0) return due
  const matched = await matchReminders(tx, starts, now, () => now)
  await enqueueReminders(tx, [...(await queries.listRemindersOfReleased(now)), ...matched])
  return due
}
