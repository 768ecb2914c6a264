import { z } from 'zod'

/** What can happen that a subscription tells about. */
export const subscriptionEvents = [
  'AlertStarted',
  'AlertEnded',
  'AlertConfirmed',
  'DeviceOnline',
  'DeviceOffline',
] as const
export const SubscriptionEvent = z.enum(subscriptionEvents)
export type SubscriptionEvent = z.output<typeof SubscriptionEvent>
