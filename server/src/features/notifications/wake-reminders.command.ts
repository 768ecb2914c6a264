import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import { matchReminders } from './matched-reminders.command.ts'
import type { DueMessage } from './notifications.queries.ts'
import { enqueueReminders } from './remind.job.ts'
import { reminderQueries } from './reminders.queries.ts'

/**
 * Reminds of those of these alerts whose snooze was ended early or shortened, or whose confirmation was taken back, as soon as
 * they are due and no longer snoozed. Returns the messages to schedule.
 */
export async function wakeReminders(
  tx: Kysely<Database>,
  changed: { updated: readonly string[]; unconfirmed: readonly string[] },
  now: Date,
): Promise<DueMessage[]> {
  if (changed.updated.length + changed.unconfirmed.length === 0) return []
  const queries = reminderQueries(tx)
  const awake = await queries.listAwake(changed, now)
  if (awake.length === 0) return []
  const from = new Map(awake.map((alert) => [alert.id, alert.from]))
  const ids = [...from.keys()]
  const matched = await matchReminders(tx, await queries.listStarts(ids), now, ({ storedAt }) => storedAt)
  const reminders = [...(await queries.listReminders(ids, now)), ...matched]
  await enqueueReminders(
    tx,
    reminders.map(({ payload, startAt }) => ({
      payload,
      startAt: later(startAt, from.get(payload.alertId) ?? startAt),
    })),
  )
  return queries.listWaiting(awake)
}

const later = (a: Date, b: Date): Date => (a > b ? a : b)
