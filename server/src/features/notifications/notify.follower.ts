import { SubscriptionEvent } from '@eot/contract/subscriptions'
import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import type { Clock } from '../../platform/clock.ts'
import { enqueueAll } from '../../platform/jobs/job-queue.ts'
import type { EventFollower, StoredEvent } from '../events/index.ts'
import { candidateQueries } from './candidates.queries.ts'
import {
  type CandidateRow,
  caring,
  isFollowUp,
  type OccurrenceRow,
  tellAfterwards,
  tellByRules,
  type Wanted,
} from './plan-notifications.ts'
import { remindJob } from './remind.job.ts'
import { scheduleEmails } from './schedule-messages.command.ts'
import { earliest, recordNotifications } from './tell.command.ts'

/** Tells people about events as subscriptions say. */
export const notifyFollower = (clock: Clock): EventFollower => ({
  name: 'notifications',
  async handle(tx, events) {
    const seqs = events.filter(isTold).map(({ seq }) => seq)
    if (seqs.length === 0) return
    const occurrences = await candidateQueries(tx).listOccurrences(seqs)
    const now = clock()
    const started = await findByRules(
      tx,
      occurrences.filter((event) => !isFollowUp(event)),
    )
    const startsReady = await recordNotifications(tx, started, now)
    // The ends come last, since they go to those who were told of the start.
    const followUps = await findAfterwards(tx, occurrences.filter(isFollowUp))
    const followUpsReady = await recordNotifications(tx, followUps, now)
    await scheduleEmails(tx, earliest(startsReady, followUpsReady), now)
  },
})

const isTold = ({ kind }: StoredEvent): boolean => SubscriptionEvent.safeParse(kind).success

async function findByRules(tx: Kysely<Database>, events: readonly OccurrenceRow[]): Promise<Wanted[]> {
  if (events.length === 0) return []
  const queries = candidateQueries(tx)
  const matching = caring(events, await queries.listCandidates(events.map(({ seq }) => seq)))
  await scheduleReminders(tx, events, matching)
  const ids = [...new Set(matching.map(({ subscriptionId }) => subscriptionId))]
  return ids.length === 0 ? [] : tellByRules(events, matching, await queries.listReceivers(ids, 1))
}

/** For each subscription that tells of an alert's start and reminds of it. */
async function scheduleReminders(
  tx: Kysely<Database>,
  events: readonly OccurrenceRow[],
  matching: readonly CandidateRow[],
): Promise<void> {
  const bySeq = new Map(events.map((event) => [event.seq, event]))
  const entries = matching.flatMap(({ seq, subscriptionId, events: told, remindAfterMinutes }) => {
    const event = bySeq.get(seq)
    if (remindAfterMinutes === null || event?.kind !== 'AlertStarted' || event.alertId === null) return []
    if (!told.includes('AlertStarted')) return []
    return {
      payload: { eventSeq: seq, alertId: event.alertId, subscriptionId },
      startAt: new Date(event.storedAt.getTime() + remindAfterMinutes * 60_000),
    }
  })
  await enqueueAll(tx, remindJob, entries)
}

async function findAfterwards(tx: Kysely<Database>, events: readonly OccurrenceRow[]): Promise<Wanted[]> {
  const alertIds = events.flatMap(({ alertId }) => alertId ?? [])
  return alertIds.length === 0 ? [] : tellAfterwards(events, await candidateQueries(tx).listTold(alertIds))
}
