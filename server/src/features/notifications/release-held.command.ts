import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import { enqueueAll } from '../../platform/jobs/job-queue.ts'
import { candidateQueries } from './candidates.queries.ts'
import { heldQueries } from './held.queries.ts'
import { caring } from './plan-notifications.ts'
import { remindersOf, remindJob } from './remind.job.ts'
import { scheduleMessages } from './schedule-messages.command.ts'

/**
 * Releases what maintenance held and no longer does. The messages leave out what was over by then. Their reminders count
 * from now.
 */
export async function releaseHeld(tx: Kysely<Database>, now: Date): Promise<void> {
  const queries = heldQueries(tx)
  const due = await queries.release(now)
  if (due.length === 0) return
  const { candidates, occurrences } = await candidateQueries(tx).findMatchable(
    await queries.listReleasedStarts(now),
    now,
  )
  // Includes subscriptions that only remind. They told nobody of the start, so nothing was held for them.
  const matched = remindersOf(occurrences, caring(occurrences, candidates), () => now)
  await enqueueAll(tx, remindJob, [...(await queries.listRemindersOfReleased(now)), ...matched])
  await scheduleMessages(tx, due, now)
}
