import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import { matchReminders } from './matched-reminders.command.ts'
import type { DueMessage } from './notifications.queries.ts'
import { enqueueReminders } from './remind.job.ts'
import { reminderQueries } from './reminders.queries.ts'

/**
 * Reminds of those of these alerts whose snooze was ended early, or whose confirmation was taken back, as soon as they are
 * due. Returns the messages to schedule.
 */
export async function wakeReminders(
  tx: Kysely<Database>,
  { updated, unconfirmed }: { updated: readonly string[]; unconfirmed: readonly string[] },
  now: Date,
): Promise<DueMessage[]> {
  if (updated.length + unconfirmed.length === 0) return []
  const queries = reminderQueries(tx)
  const awake = [
    ...new Set([
      ...(await queries.listAwake(updated, now, false)),
      ...(await queries.listAwake(unconfirmed, now, true)),
    ]),
  ]
  if (awake.length === 0) return []
  const matched = await matchReminders(tx, await queries.listStarts(awake), now, ({ storedAt }) => storedAt)
  await enqueueReminders(tx, [...(await queries.listReminders(awake, now)), ...matched])
  return queries.listWaiting(awake, now)
}
