import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import { enqueueAll } from '../../platform/jobs/job-queue.ts'
import { remindJob } from './remind.job.ts'
import { reminderQueries } from './reminders.queries.ts'
import { scheduleMessages } from './schedule-messages.command.ts'

/** Reminds of those of these alerts whose snooze was ended early, as soon as they are due. */
export async function wakeReminders(
  tx: Kysely<Database>,
  alertIds: readonly string[],
  now: Date,
): Promise<void> {
  if (alertIds.length === 0) return
  const queries = reminderQueries(tx)
  const awake = await queries.listAwake(alertIds, now)
  if (awake.length === 0) return
  await enqueueAll(tx, remindJob, await queries.listReminders(awake, now))
  await scheduleMessages(tx, await queries.hastenWaiting(awake, now), now)
}
