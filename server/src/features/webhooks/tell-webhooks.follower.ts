import { SubscriptionEvent } from '@eot/contract/subscription-events'
import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import type { Clock } from '../../platform/clock.ts'
import { uuidv7 } from '../../platform/db/uuid.ts'
import type { EventFollower } from '../events/index.ts'
import {
  type CandidateRow,
  candidateQueries,
  findEventGate,
  gatherMs,
  isFollowUp,
  isLate,
  type OccurrenceRow,
} from '../notifications/index.ts'
import { enqueueDeliveries } from './enqueue-deliveries.command.ts'
import { type DueDelivery, type Match, type RuleTarget, toldEventQueries } from './told-events.queries.ts'
import { hostOf, subjectOf, type ToldEvent, valuesOf } from './webhook-values.ts'

/** Creates webhook deliveries by the same rules by which subscriptions notify people. */
export const tellWebhooks = (clock: Clock): EventFollower => ({
  name: 'webhooks',
  async handle(tx, events) {
    const now = clock()
    const seqs = events.flatMap(({ kind, seq }) => (SubscriptionEvent.safeParse(kind).success ? [seq] : []))
    const told = seqs.length > 0 ? await tell(tx, seqs, now) : []
    // Deliveries held by maintenance that has ended are released after those added by these events.
    const isReleasing = events.some(({ kind }) => kind === 'MaintenanceChanged')
    const released = isReleasing ? await toldEventQueries(tx).release(now) : []
    await enqueueDeliveries(tx, [...told, ...released])
  },
})

async function tell(tx: Kysely<Database>, seqs: readonly number[], now: Date): Promise<DueDelivery[]> {
  const candidates = await candidateQueries(tx).listCandidates(seqs, 'webhook_event')
  const queries = toldEventQueries(tx)
  const occurrences = await candidateQueries(tx).listOccurrences(seqs, now)
  const following = occurrences.filter(isFollowUp)
  if (candidates.length === 0 && following.length === 0) return []
  const ended = following.flatMap(({ kind, alertId }) =>
    kind === 'AlertEnded' && alertId !== null ? [alertId] : [],
  )
  const bySeq = new Map(occurrences.map((event) => [event.seq, event]))
  const of = (candidate: CandidateRow) => bySeq.get(candidate.seq)
  // The starts come first, since the ends follow those that were sent.
  const begun = candidates.filter((candidate) => {
    const event = of(candidate)
    return event !== undefined && !isFollowUp(event) && findEventGate(candidate, event) === null
  })
  const started = await store(tx, begun, bySeq, now)
  await queries.dropUnsentStarts(ended, now)
  // Rules that include starts follow only those that they have sent.
  const withoutStarts = candidates.filter((candidate) => {
    const event = of(candidate)
    if (event === undefined || !isFollowUp(event) || candidate.events.includes('AlertStarted')) return false
    return findEventGate(candidate, event) === null
  })
  const after = [...(await queries.listFollowing(following.map(({ seq }) => seq))), ...withoutStarts]
  const dropped = new Set(ended)
  const late = started.filter(
    ({ alertId, isDelayed }) => !(isDelayed && alertId !== null && dropped.has(alertId)),
  )
  return [...late, ...(await store(tx, after, bySeq, now))]
}

interface Stored extends DueDelivery {
  alertId: string | null
  /** Whether it waits to see if the alert lasts. */
  isDelayed: boolean
}

async function store(
  tx: Kysely<Database>,
  matching: readonly Match[],
  bySeq: ReadonlyMap<number, OccurrenceRow>,
  now: Date,
): Promise<Stored[]> {
  if (matching.length === 0) return []
  const queries = toldEventQueries(tx)
  const events = new Map(
    (await queries.listEvents([...new Set(matching.map(({ seq }) => seq))])).map((one) => [one.seq, one]),
  )
  const targets = new Map(
    (await queries.listTargets([...new Set(matching.map(({ subscriptionId }) => subscriptionId))])).map(
      (one) => [one.eventId, one],
    ),
  )
  const deliveries = matching.flatMap(({ seq, subscriptionId }) => {
    const [event, target, occurrence] = [events.get(seq), targets.get(subscriptionId), bySeq.get(seq)]
    return event && target && occurrence ? [newDelivery(event, target, occurrence, now)] : []
  })
  const inserted = new Set(await queries.insertDeliveries(deliveries.map(({ row }) => row)))
  return deliveries.flatMap(({ due }) => (inserted.has(due.id) && due.isWaiting ? [due] : []))
}

function newDelivery(event: ToldEvent, target: RuleTarget, occurrence: OccurrenceRow, now: Date) {
  const id = uuidv7()
  const isDelayed = isLate(occurrence)
  const nextAt = isDelayed ? new Date(now.getTime() + gatherMs) : now
  const status = target.isStopped ? 'stopped' : occurrence.isHeld ? 'held' : 'waiting'
  const isWaiting = status === 'waiting'
  const row = {
    id,
    event_seq: event.seq,
    kind: event.kind,
    webhook_event_id: target.eventId,
    event_name: target.eventName,
    webhook_request_id: target.requestId,
    request_name: target.requestName,
    host: hostOf(target.url),
    site_id: event.siteId,
    site_name: event.siteName,
    site_path: event.sitePath,
    device_id: event.deviceId,
    alert_id: event.alert?.id ?? null,
    alert_type: event.alert?.type ?? null,
    subject: subjectOf(event),
    variables: valuesOf(event, { id, rule: target.eventName }),
    status,
    message: target.isStopped ? 'The webhook request is stopped' : null,
    attempts: 0,
    tries: 0,
    next_at: isWaiting ? nextAt : null,
    created_at: now,
    finished_at: target.isStopped ? now : null,
    request_site_path: target.requestSitePath,
  }
  const due = {
    id,
    attempts: 0,
    requestId: target.requestId,
    nextAt,
    isDelayed,
    isWaiting,
    alertId: row.alert_id,
  }
  return { row, due }
}
