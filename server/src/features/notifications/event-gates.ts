import type { SubscriptionEvent } from '@eot/contract/subscription-events'
import type { subscriptionGates } from '@eot/contract/told'
import { isWithinWindow, type WeeklyWindow } from '../subscriptions/index.ts'

/** An event in terms of subscriptions. */
export interface Occurrence {
  kind: SubscriptionEvent
  /** null: about a device, not an alert. */
  alertType: string | null
  at: Date
  /** When the portal learned of it. */
  storedAt: Date
  /** The zone of the site where it happened. */
  timeZone: string
}

export interface SubscriptionTerms extends WeeklyWindow {
  isActive: boolean
  pausedUntil: Date | null
  /** Whether its devices, groups or sites include the device, at the site where it happened. */
  isTarget: boolean
  /** Keys; null: all. */
  alertTypes: readonly string[] | null
  events: readonly SubscriptionEvent[]
}

/** Why a subscription does not match an event, in the order of checking. */
export type EventGate = (typeof subscriptionGates)[number]

/** Alerts raised by readings that arrive later than this are news only if they last (B2). */
export const lateMs = 15 * 60_000

/** Returns the first reason why a subscription does not match an event; null if it does. */
export const findEventGate = (subscription: SubscriptionTerms, event: Occurrence): EventGate | null =>
  findCircumstanceGate(subscription, event) ?? (subscription.events.includes(event.kind) ? null : 'Event')

/**
 * Like `findEventGate`, except for the kind of event: whether the subscription covers what happened there at that time. Alert
 * types limit alerts, not device events.
 */
export function findCircumstanceGate(subscription: SubscriptionTerms, event: Occurrence): EventGate | null {
  const { isActive, pausedUntil, isTarget, alertTypes } = subscription
  if (!isActive) return 'Inactive'
  if (pausedUntil !== null && event.storedAt < pausedUntil) return 'Paused'
  if (!isTarget) return 'Target'
  if (alertTypes !== null && event.alertType !== null && !alertTypes.includes(event.alertType))
    return 'AlertType'
  return isWithinWindow(subscription, event.at.getTime(), event.timeZone) ? null : 'Window'
}

/**
 * Returns whether the portal learned of an alert only long after its start. An offline alert starts at the last contact, which
 * may be long ago for a device that reports rarely.
 */
export const isLate = ({
  kind,
  alertType,
  at,
  storedAt,
}: Pick<Occurrence, 'kind' | 'alertType' | 'at' | 'storedAt'>): boolean =>
  kind === 'AlertStarted' && alertType !== 'Offline' && storedAt.getTime() - at.getTime() > lateMs
