import { SubscriptionEvent } from '@eot/contract/subscriptions'
import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import type { Clock } from '../../platform/clock.ts'
import { uuidv7 } from '../../platform/db/uuid.ts'
import type { EventFollower, StoredEvent } from '../events/index.ts'
import { candidateQueries } from './candidates.queries.ts'
import { notificationQueries } from './notifications.queries.ts'
import {
  caring,
  isFollowUp,
  type OccurrenceRow,
  planNotifications,
  tellAfterwards,
  tellByRules,
  type Wanted,
} from './plan-notifications.ts'
import { scheduleEmails } from './schedule-messages.command.ts'
import type { NotificationKind } from './tables.ts'

/** Tells people about events as subscriptions say. */
export const notifyFollower = (clock: Clock): EventFollower => ({
  name: 'notifications',
  async handle(tx, events) {
    const seqs = events.filter(isTold).map(({ seq }) => seq)
    if (seqs.length === 0) return
    const occurrences = await candidateQueries(tx).listOccurrences(seqs)
    const now = clock()
    // The ends come last, since they go to those who were told of the start.
    await tell(
      tx,
      await findByRules(
        tx,
        occurrences.filter((event) => !isFollowUp(event)),
      ),
      now,
    )
    await tell(tx, await findAfterwards(tx, occurrences.filter(isFollowUp)), now)
  },
})

const isTold = ({ kind }: StoredEvent): boolean => SubscriptionEvent.safeParse(kind).success

async function findByRules(tx: Kysely<Database>, events: readonly OccurrenceRow[]): Promise<Wanted[]> {
  if (events.length === 0) return []
  const queries = candidateQueries(tx)
  const matching = caring(events, await queries.listCandidates(events.map(({ seq }) => seq)))
  const ids = [...new Set(matching.map(({ subscriptionId }) => subscriptionId))]
  return ids.length === 0 ? [] : tellByRules(events, matching, await queries.listReceivers(ids, 1))
}

async function findAfterwards(tx: Kysely<Database>, events: readonly OccurrenceRow[]): Promise<Wanted[]> {
  const alertIds = events.flatMap(({ alertId }) => alertId ?? [])
  return alertIds.length === 0 ? [] : tellAfterwards(events, await candidateQueries(tx).listTold(alertIds))
}

/** Stores whom to tell, with the reason of those who are not, and sets their messages going. */
export async function tell(
  tx: Kysely<Database>,
  wanted: readonly Wanted[],
  now: Date,
  kind?: NotificationKind,
): Promise<void> {
  if (wanted.length === 0) return
  const people = await candidateQueries(tx).findPeople([...new Set(wanted.map(({ userId }) => userId))])
  const planned = planNotifications(wanted, people, now)
  const readyAt = await notificationQueries(tx).insertNotifications(
    planned.map(({ event, ...one }) => ({
      id: uuidv7(),
      eventSeq: event.seq,
      kind: kind ?? event.kind,
      at: event.at,
      sitePath: event.sitePath,
      deviceId: event.deviceId,
      alertId: event.alertId,
      channel: 'Email',
      createdAt: now,
      ...one,
    })),
  )
  await scheduleEmails(tx, readyAt, now)
}
