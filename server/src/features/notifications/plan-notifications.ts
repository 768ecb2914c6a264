import type { Channel } from '@eot/contract/channels'
import type { SubscriptionEvent } from '@eot/contract/subscription-events'
import { findCircumstanceGate, isLate, type Occurrence, type SubscriptionTerms } from './event-gates.ts'
import { channelsOf, findPersonGate, findReceiverGate, type Receiver } from './receiver-gates.ts'

/** An event with the data that decides who is told about it. */
export interface OccurrenceRow extends Occurrence {
  seq: number
  sitePath: string
  deviceId: string
  alertId: string | null
  /** Whether maintenance keeps people from being notified of it now. */
  isHeld: boolean
}

/** A subscription that may match an event. */
export interface CandidateRow extends SubscriptionTerms {
  seq: number
  subscriptionId: string
  remindAfterMinutes: number | null
}

export interface ReceiverOf {
  subscriptionId: string
  userId: string
}

/** A notification of the start of an alert. */
export interface ToldRow {
  userId: string
  subscriptionIds: string[]
}

/** The same with the other events of the alert of which the person is to be notified. */
export interface FollowingRow extends ToldRow {
  alertId: string
  followUps: SubscriptionEvent[]
  /** Whether the person was or will be notified on a channel, and not only in the portal. */
  isOnChannel: boolean
}

/** A person to be notified of an event, unless the person's own gates prevent it. */
export interface Wanted {
  event: OccurrenceRow
  userId: string
  subscriptionIds: string[]
  followUps: SubscriptionEvent[]
  /** Whether to notify the person only in the portal, since the start of the alert was told only there. */
  isOnlyInPortal?: boolean
}

/** Events that follow the start of an alert. They go to those who were told of the alert (B24). */
export const followUpKinds: readonly SubscriptionEvent[] = ['AlertEnded', 'AlertConfirmed']

/** Returns those of these events that follow the start of an alert. */
export const followUpsOf = (events: readonly SubscriptionEvent[]): SubscriptionEvent[] =>
  followUpKinds.filter((kind) => events.includes(kind))

/** Returns whether this goes to those who were told of the alert, rather than to those whose subscriptions match now (B24). */
export const isFollowUp = ({ kind }: { kind: SubscriptionEvent }): boolean => followUpKinds.includes(kind)

/** Returns the candidates that cover their event, whether or not they include its kind. */
export function caring(
  events: readonly OccurrenceRow[],
  candidates: readonly CandidateRow[],
): CandidateRow[] {
  const bySeq = new Map(events.map((event) => [event.seq, event]))
  return candidates.filter((candidate) => {
    const event = bySeq.get(candidate.seq)
    return event !== undefined && findCircumstanceGate(candidate, event) === null
  })
}

/**
 * Returns whom the matching subscriptions notify: each person once per event, with all of the subscriptions that do.
 * `receivers`: users, by subscription.
 */
export function tellByRules(
  events: readonly OccurrenceRow[],
  matching: readonly CandidateRow[],
  receivers: ReadonlyMap<string, readonly string[]>,
): Wanted[] {
  const rulesOf = Map.groupBy(matching, ({ seq }) => seq)
  return events.flatMap((event) => {
    const reached = (rulesOf.get(event.seq) ?? []).flatMap((rule) =>
      (receivers.get(rule.subscriptionId) ?? []).map((userId) => ({ userId, rule })),
    )
    return [...Map.groupBy(reached, ({ userId }) => userId)].flatMap(([userId, by]) => {
      const telling = by.filter(({ rule }) => rule.events.includes(event.kind))
      if (telling.length === 0) return []
      return {
        event,
        userId,
        subscriptionIds: telling.map(({ rule }) => rule.subscriptionId),
        // A subscription only to ends counts too, if another one notifies this person of the start.
        followUps: event.kind === 'AlertStarted' ? followUpsOf(by.flatMap(({ rule }) => rule.events)) : [],
      }
    })
  })
}

/** Returns whom to notify of the end or confirmation of alerts: those who were told of the alert and want to know. */
export function tellAfterwards(
  events: readonly OccurrenceRow[],
  following: readonly FollowingRow[],
): Wanted[] {
  const followingOf = Map.groupBy(following, ({ alertId }) => alertId)
  return events.flatMap((event) => {
    const wanting = (followingOf.get(event.alertId ?? '') ?? []).filter(({ followUps }) =>
      followUps.includes(event.kind),
    )
    return [...Map.groupBy(wanting, ({ userId }) => userId)].map(([userId, rows]) => ({
      event,
      userId,
      subscriptionIds: [...new Set(rows.flatMap(({ subscriptionIds }) => subscriptionIds))],
      followUps: [],
      isOnlyInPortal: !rows.some(({ isOnChannel }) => isOnChannel),
    }))
  })
}

/**
 * How long devices of a site that fall silent or return one after the other wait to be combined in one message (B8). An alert
 * raised by late readings also waits, since the readings that end it may arrive soon after.
 */
export const gatherMs = 150_000
/** The least time between two notifications about a device with an unstable connection (B18). */
const flappingMs = 25 * 60_000
/** After this time, starts are no longer news. It counts from the end of that wait for a device with an unstable connection. */
export const freshMs = 30 * 60_000

export interface Planned extends Wanted {
  channel: Channel
  status: 'waiting' | 'held' | 'suppressed'
  reason: string | null
  readyAt: Date
  expiresAt: Date | null
}

interface Plan {
  /** The devices with an unstable connection. */
  flapping: ReadonlySet<string>
  /** Whether these are reminders, which are news from now on, not from the start of the alert. */
  isReminder: boolean
  now: Date
}

/** Decides on which channels people are notified, by what is known about them, and within which period. */
export function planNotifications(
  wanted: readonly Wanted[],
  people: ReadonlyMap<string, Receiver>,
  { flapping, isReminder, now }: Plan,
): Planned[] {
  return wanted.flatMap((one) => {
    const person = people.get(one.userId)
    if (!person || one.isOnlyInPortal) return []
    return channelsOf(person).map((channel) => {
      const reason = findReceiverGate(person, one.event.sitePath, channel)
      const status = one.event.isHeld ? 'held' : 'waiting'
      return {
        ...one,
        channel,
        status: reason === null ? status : 'suppressed',
        reason: reason ?? (one.event.isHeld ? 'Maintenance' : null),
        readyAt: isReminder ? now : later(now, delayOf(one.event, flapping)),
        expiresAt: isStart(one.event)
          ? later(isReminder ? now : newsFrom(one.event, flapping), freshMs)
          : null,
      }
    })
  })
}

/** Returns the people who are notified in the portal, whatever their channels. */
export const toldInPortal = (wanted: readonly Wanted[], people: ReadonlyMap<string, Receiver>): Wanted[] =>
  wanted.filter(({ userId, event }) => {
    const person = people.get(userId)
    return person !== undefined && findPersonGate(person, event.sitePath) === null
  })

function delayOf(event: OccurrenceRow, flapping: ReadonlySet<string>): number {
  if (isOfConnection(event)) return isUnstable(event, flapping) ? flappingMs : gatherMs
  return isLate(event) ? gatherMs : 0
}

/** Returns from when on a start is news. */
const newsFrom = (event: OccurrenceRow, flapping: ReadonlySet<string>): Date =>
  isUnstable(event, flapping) ? later(event.storedAt, flappingMs) : event.storedAt

const isUnstable = (event: OccurrenceRow, flapping: ReadonlySet<string>): boolean =>
  isOfConnection(event) && flapping.has(event.deviceId)

export const isOfConnection = ({ kind, alertType }: OccurrenceRow): boolean =>
  alertType === 'Offline' || kind === 'DeviceOffline' || kind === 'DeviceOnline'

const isStart = ({ kind }: OccurrenceRow): boolean => kind === 'AlertStarted' || kind === 'DeviceOffline'

const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms)
