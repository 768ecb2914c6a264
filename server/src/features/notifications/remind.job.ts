import type { SubscriptionEvent } from '@eot/contract/subscription-events'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../database.ts'
import type { Clock } from '../../platform/clock.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { enqueueAll } from '../../platform/jobs/job-queue.ts'
import type { JobHandler } from '../../platform/jobs/job-run.ts'
import { candidateQueries } from './candidates.queries.ts'
import { heldQueries } from './held.queries.ts'
import { type CandidateRow, followUpsOf, type OccurrenceRow, type Wanted } from './plan-notifications.ts'
import { type DueReminder, reminderQueries } from './reminders.queries.ts'
import { remind } from './tell.command.ts'

const payload = z.object({
  eventSeq: z.int(),
  alertId: z.uuid(),
  subscriptionId: z.uuid(),
  /** When it was to run. Absent in jobs of earlier versions. */
  dueAt: z.iso.datetime().optional(),
})
export type Reminder = z.output<typeof payload>

/** Due some time after a subscription notified of an alert's start. Does nothing if somebody has confirmed the alert. */
export const remindJob = defineJob({ name: 'remind', payload, concurrency: 2 })

/** Enqueues reminders for the time at which each is due. */
export const enqueueReminders = (tx: Kysely<Database>, reminders: readonly DueReminder[]): Promise<void> =>
  enqueueAll(
    tx,
    remindJob,
    reminders.map(({ payload: reminder, startAt }) => ({
      payload: { ...reminder, dueAt: startAt.toISOString() },
      startAt,
    })),
  )

export const reminding = ({ clock }: { clock: Clock }): JobHandler<Reminder, Database> => ({
  run: (run) =>
    run.write(async (tx) => {
      const { alertId, dueAt } = run.payload
      // It is due even if the clock of this host is behind that of the one that enqueued it.
      const now = new Date(Math.max(clock().getTime(), dueAt ? Date.parse(dueAt) : 0))
      const snoozedUntil = await reminderQueries(tx).findSnooze(alertId, now)
      if (snoozedUntil) await enqueueReminders(tx, [{ payload: run.payload, startAt: snoozedUntil }])
      else await remindUnlessHeld(tx, run.payload, now)
    }),
})

/** Returns the reminders of these alerts, one for each matching subscription to starts that has reminders. */
export function remindersOf(
  events: readonly OccurrenceRow[],
  matching: readonly CandidateRow[],
  countsFrom: (event: OccurrenceRow) => Date,
): DueReminder[] {
  const bySeq = new Map(events.map((event) => [event.seq, event]))
  return matching.flatMap(({ seq, subscriptionId, events: told, remindAfterMinutes }) => {
    const event = bySeq.get(seq)
    if (remindAfterMinutes === null || event?.kind !== 'AlertStarted' || event.alertId === null) return []
    if (!told.includes('AlertStarted')) return []
    return {
      payload: { eventSeq: seq, alertId: event.alertId, subscriptionId },
      startAt: minutesAfter(countsFrom(event), remindAfterMinutes),
    }
  })
}

/**
 * Reminds, or enqueues the reminder if it is not due yet. Does nothing for a held alert: the end of maintenance first notifies
 * people of it, and then enqueues its reminders.
 */
export async function remindUnlessHeld(tx: Kysely<Database>, reminder: Reminder, now: Date): Promise<void> {
  if (await heldQueries(tx).isStartHeld(reminder.alertId)) return
  const queries = reminderQueries(tx)
  const subscription = await queries.findReminding(reminder.subscriptionId, reminder.alertId, now)
  if (!subscription?.remindAfterMinutes) return
  const toldFrom = await queries.findToldFrom(reminder.alertId)
  const dueAt = toldFrom && minutesAfter(toldFrom, subscription.remindAfterMinutes)
  if (dueAt && dueAt > now) await enqueueReminders(tx, [{ payload: reminder, startAt: dueAt }])
  else await remind(tx, await findReminded(tx, reminder, subscription.events, now), now)
}

const minutesAfter = (at: Date, minutes: number) => new Date(at.getTime() + minutes * 60_000)

/** Finds the people whom the subscription told of the start, and those in its second stage. */
async function findReminded(
  tx: Kysely<Database>,
  { eventSeq, alertId, subscriptionId }: Reminder,
  events: readonly SubscriptionEvent[],
  now: Date,
): Promise<Wanted[]> {
  const queries = candidateQueries(tx)
  const [event] = await queries.listOccurrences([eventSeq], now)
  if (!event) return []
  const told = (await queries.listTold(alertId)).filter((row) => row.subscriptionIds.includes(subscriptionId))
  const others = await queries.listReceivers([subscriptionId], 2)
  const people = new Set([...told, ...others].map(({ userId }) => userId))
  return [...people].map((userId) => ({
    event,
    userId,
    subscriptionIds: [subscriptionId],
    followUps: followUpsOf(events),
  }))
}
