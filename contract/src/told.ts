import { z } from 'zod'
import { Channel } from './channels.ts'
import { endpoint } from './endpoint.ts'
import { SubscriptionEvent } from './subscription-events.ts'
import { ListedUser } from './user-lists.ts'
import { weekdayFlags } from './weekdays.ts'
import { IdParams, id, instant, Named, OnlyPage } from './wire.ts'

/** Why a subscription does not match an event, in the order of checking. */
export const subscriptionGates = ['Inactive', 'Paused', 'Target', 'AlertType', 'Window', 'Event'] as const

/** Why a person is not notified on a channel, in the order of checking. */
export const receiverGates = [
  'UserInactive',
  'NotPermitted',
  'NotificationsOff',
  'ChannelOff',
  'AddressMissing',
  'Maintenance',
  'Blocked',
] as const

/** After this many days, notifications are deleted. */
export const noticeDays = 90

/** Returns whether notifications about an alert may have been deleted. `now`: epoch ms. */
export const areNoticesDeleted = (startAt: string, now: number): boolean =>
  Date.parse(startAt) < now - noticeDays * 86_400_000

/**
 * `Waiting`: not sent yet. `Kept`: not sent because no server is configured. `Blocked`: the address is on the blacklist.
 * `Held`: waits for the end of maintenance. `Suppressed`: decided against, for the given reason.
 */
export const NoticeOutcome = z.enum([
  'Waiting',
  'Sent',
  'Kept',
  'Failed',
  'Blocked',
  'Expired',
  'Held',
  'Suppressed',
])
export type NoticeOutcome = z.output<typeof NoticeOutcome>

/**
 * Why a notification is suppressed: by a gate of the person, or because of other notifications of the person. `Unsubscribed`: at
 * the end of maintenance, no subscription notified the person of it anymore.
 */
export const NoticeReason = z.enum([
  ...receiverGates,
  'NoLongerOpen',
  'Late',
  'PartOfOutage',
  'StartNotTold',
  'Unsubscribed',
  'Other',
])

/** One event of an alert, told to one person on one channel, or the reason why not. */
export const AlertNotice = z.strictObject({
  Id: id,
  Kind: z.enum([...SubscriptionEvent.options, 'AlertReminder']),
  User: ListedUser,
  Channel,
  Outcome: NoticeOutcome,
  Reason: NoticeReason.nullable(),
  /** Response of the server to the last failed attempt. */
  Error: z.string().nullable(),
  /** When the event was matched, and when the message was sent or given up. */
  CreatedAt: instant,
  FinishedAt: instant.nullable(),
  /** The subscriptions that caused it, as far as the caller sees them. */
  Subscriptions: z.array(Named),
})
export type AlertNotice = z.output<typeof AlertNotice>

export const AlertNotices = z.strictObject({
  /** Oldest first, at most 500. */
  Items: z.array(AlertNotice),
  Total: z.int(),
  /** How many people whom the caller does not see were told of the alert or reminded of it. */
  Others: z.int(),
})
export type AlertNotices = z.output<typeof AlertNotices>

/** `Passed` null: not checked, since an earlier gate failed. */
const gate = <const T extends readonly [string, ...string[]]>(names: T) =>
  z.strictObject({ Gate: z.enum(names), Passed: z.boolean().nullable() })

/** How a subscription that names the person was matched with the start of the alert. */
export const SubscriptionAnswer = z.strictObject({
  /** null if it belongs to a site that the caller does not see. */
  Subscription: Named.nullable(),
  /** `Reminder`: it names the person only for reminders if nobody confirms. */
  When: z.enum(['AtOnce', 'Reminder']),
  /** The lists by which it names the person, in addition to naming them directly, as far as the caller sees them. */
  Lists: z.array(z.string()),
  /** Whether it was added only after the alert had started. All its gates are null then. */
  IsNewer: z.boolean(),
  Gates: z.array(gate(subscriptionGates)),
  StartTime: z.number(),
  EndTime: z.number(),
  ...weekdayFlags,
  PausedUntil: instant.nullable(),
  /** null: all. Otherwise keys. */
  AlertTypes: z.array(z.string()).nullable(),
  Events: z.array(SubscriptionEvent),
  /**
   * When it was last changed after the alert had started. Its hours, events and alert types above are those at that time; its
   * devices and people are the current ones. null: unchanged.
   */
  ChangedAt: instant.nullable(),
})
export type SubscriptionAnswer = z.output<typeof SubscriptionAnswer>

export const WhyTold = z.strictObject({
  User: ListedUser,
  /** Subscriptions that name the person, the closest to a match first, at most 20. */
  Subscriptions: z.array(SubscriptionAnswer),
  /** The gates of the person by channel; all null if no subscription matched. */
  Channels: z.array(z.strictObject({ Channel, Gates: z.array(gate(receiverGates)) })),
  /** The person's notifications about the alert. */
  Notices: z.array(AlertNotice),
})
export type WhyTold = z.output<typeof WhyTold>

export const told = {
  list: endpoint({
    method: 'GET',
    path: '/alerts/:id/told',
    summary:
      'List who was told about an alert, when, how and with what result; others than oneself only with ViewUsers',
    access: 'ViewAlerts',
    params: IdParams,
    query: OnlyPage,
    answer: AlertNotices,
  }),
  why: endpoint({
    method: 'GET',
    path: '/alerts/:id/told/why',
    summary:
      'Explain why a user was or was not told that an alert started; others than oneself only with ViewUsers',
    access: 'ViewAlerts',
    params: IdParams,
    /** Defaults to the caller. */
    query: z.strictObject({ userId: id.optional() }),
    answer: WhyTold,
  }),
}
