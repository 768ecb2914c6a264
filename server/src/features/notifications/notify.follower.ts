import { SubscriptionEvent } from '@eot/contract/subscription-events'
import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import type { Clock } from '../../platform/clock.ts'
import { enqueueAll } from '../../platform/jobs/job-queue.ts'
import type { EventFollower, StoredEvent } from '../events/index.ts'
import { candidateQueries } from './candidates.queries.ts'
import {
  caring,
  isFollowUp,
  type OccurrenceRow,
  type Planned,
  planNotifications,
  tellAfterwards,
  tellByRules,
  type Wanted,
} from './plan-notifications.ts'
import { releaseHeld } from './release-held.command.ts'
import { remindersOf, remindJob } from './remind.job.ts'
import { scheduleMessages } from './schedule-messages.command.ts'
import { recordNotifications } from './tell.command.ts'
import { wakeReminders } from './wake-reminders.command.ts'

/** Notifies people of events according to the subscriptions. */
export const notifyFollower = (clock: Clock): EventFollower => ({
  name: 'notifications',
  async handle(tx, events) {
    const now = clock()
    const seqs = events.filter(isTold).map(({ seq }) => seq)
    if (seqs.length > 0) await tellAll(tx, seqs, now)
    // Deliveries held by maintenance that has ended are released after those added by these events.
    if (events.some(({ kind }) => kind === 'MaintenanceChanged')) await releaseHeld(tx, now)
    await wakeReminders(
      tx,
      { updated: alertsOf(events, 'AlertUpdated'), unconfirmed: alertsOf(events, 'AlertUnconfirmed') },
      now,
    )
  },
})

async function tellAll(tx: Kysely<Database>, seqs: readonly number[], now: Date): Promise<void> {
  const found = await candidateQueries(tx).findMatchable(seqs, now)
  const { occurrences, people } = found
  const matching = caring(occurrences, found.candidates)
  const reminders = remindersOf(occurrences, matching, ({ storedAt }) => storedAt)
  await enqueueAll(tx, remindJob, reminders)
  const started = tellByRules(occurrences, matching, found.receivers)
  const startsReady = await recordNotifications(tx, started, { now, people })
  // The ends come last, since they go to those who were told of the start.
  const followUps = await findAfterwards(tx, occurrences.filter(isFollowUp))
  const followUpsReady = await recordNotifications(tx, followUps, { now })
  await scheduleMessages(tx, [...startsReady, ...followUpsReady], now)
}

const alertsOf = (events: readonly StoredEvent[], wanted: StoredEvent['kind']): string[] =>
  events.flatMap(({ kind, alertId }) => (kind === wanted && alertId !== null ? [alertId] : []))

/** Returns whom the subscriptions notify of these events, unless a gate prevents it, without storing anything. */
export async function matchEvents(
  tx: Kysely<Database>,
  seqs: readonly number[],
  now: Date,
): Promise<Planned[]> {
  const { occurrences, candidates, receivers, people } = await candidateQueries(tx).findMatchable(seqs, now)
  const wanted = tellByRules(occurrences, caring(occurrences, candidates), receivers)
  return planNotifications(wanted, people, { flapping: new Set(), isReminder: false, now })
}

const isTold = ({ kind }: StoredEvent): boolean => SubscriptionEvent.safeParse(kind).success

async function findAfterwards(tx: Kysely<Database>, events: readonly OccurrenceRow[]): Promise<Wanted[]> {
  const alertIds = events.flatMap(({ alertId }) => alertId ?? [])
  return alertIds.length === 0 ? [] : tellAfterwards(events, await candidateQueries(tx).listTold(alertIds))
}
