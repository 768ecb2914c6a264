import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import { candidateQueries } from './candidates.queries.ts'
import { caring, type OccurrenceRow } from './plan-notifications.ts'
import { remindersOf } from './remind.job.ts'
import type { DueReminder } from './reminders.queries.ts'

/**
 * Returns the reminders of alerts by the subscriptions that match their starts now. These include subscriptions without
 * first-stage receivers, which have no notifications.
 */
export async function matchReminders(
  tx: Kysely<Database>,
  starts: readonly number[],
  now: Date,
  countsFrom: (event: OccurrenceRow) => Date,
): Promise<DueReminder[]> {
  if (starts.length === 0) return []
  const { candidates, occurrences } = await candidateQueries(tx).findMatchable(starts, now)
  return remindersOf(occurrences, caring(occurrences, candidates), countsFrom).map(
    ({ payload, startAt }) => ({
      payload,
      startAt: startAt > now ? startAt : now,
    }),
  )
}
