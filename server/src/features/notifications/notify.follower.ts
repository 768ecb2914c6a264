import { SubscriptionEvent } from '@eot/contract/subscription-events'
import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import type { Clock } from '../../platform/clock.ts'
import type { EventFollower, StoredEvent } from '../events/index.ts'
import { candidateQueries } from './candidates.queries.ts'
import type { DueMessage } from './notifications.queries.ts'
import { outageEndQueries } from './outage-ends.queries.ts'
import {
  caring,
  isFollowUp,
  type OccurrenceRow,
  tellAfterwards,
  tellByRules,
  type Wanted,
} from './plan-notifications.ts'
import { releaseHeld } from './release-held.command.ts'
import { enqueueReminders, remindersOf } from './remind.job.ts'
import { scheduleMessages } from './schedule-messages.command.ts'
import { recordNotifications } from './tell.command.ts'
import { wakeReminders } from './wake-reminders.command.ts'

/** Notifies people of events according to the subscriptions. */
export const notifyFollower = (clock: Clock): EventFollower => ({
  name: 'notifications',
  async handle(tx, events) {
    const now = clock()
    const seqs = events.filter(isTold).map(({ seq }) => seq)
    const has = (wanted: StoredEvent['kind']) => events.some(({ kind }) => kind === wanted)
    const told = seqs.length > 0 ? await tellAll(tx, seqs, now) : []
    // Deliveries held by maintenance that has ended are released after those added by these events.
    const released = has('MaintenanceChanged') ? await releaseHeld(tx, now) : []
    const restored = has('OutagesChanged') ? await outageEndQueries(tx).listWaiting(now) : []
    const awake = await wakeReminders(
      tx,
      { updated: alertsOf(events, 'AlertUpdated'), unconfirmed: alertsOf(events, 'AlertUnconfirmed') },
      now,
    )
    await scheduleMessages(tx, [...told, ...released, ...restored, ...awake], now)
  },
})

/** Returns the messages to schedule. */
async function tellAll(tx: Kysely<Database>, seqs: readonly number[], now: Date): Promise<DueMessage[]> {
  const found = await candidateQueries(tx).findMatchable(seqs, now)
  const { occurrences, people } = found
  const matching = caring(occurrences, found.candidates)
  const reminders = remindersOf(occurrences, matching, ({ storedAt }) => storedAt)
  await enqueueReminders(tx, reminders)
  const started = tellByRules(occurrences, matching, found.receivers)
  const startsReady = await recordNotifications(tx, started, { now, people })
  // The ends come last, since they go to those who were told of the start.
  const followUps = await findAfterwards(tx, occurrences.filter(isFollowUp))
  const followUpsReady = await recordNotifications(tx, followUps, { now })
  return [...startsReady, ...followUpsReady]
}

const alertsOf = (events: readonly StoredEvent[], wanted: StoredEvent['kind']): string[] =>
  events.flatMap(({ kind, alertId }) => (kind === wanted && alertId !== null ? [alertId] : []))

const isTold = ({ kind }: StoredEvent): boolean => SubscriptionEvent.safeParse(kind).success

async function findAfterwards(tx: Kysely<Database>, events: readonly OccurrenceRow[]): Promise<Wanted[]> {
  const alertIds = events.flatMap(({ alertId }) => alertId ?? [])
  return alertIds.length === 0
    ? []
    : tellAfterwards(events, await candidateQueries(tx).listFollowing(alertIds))
}
