import { z } from 'zod'

/** The events that a subscription can include. */
export const subscriptionEvents = [
  'AlertStarted',
  'AlertEnded',
  'AlertConfirmed',
  'DeviceOnline',
  'DeviceOffline',
] as const
export const SubscriptionEvent = z.enum(subscriptionEvents)
export type SubscriptionEvent = z.output<typeof SubscriptionEvent>
