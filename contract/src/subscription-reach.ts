import { z } from 'zod'
import { Channel } from './channels.ts'
import { endpoint } from './endpoint.ts'
import { SubscriptionInput, SubscriptionRow } from './subscriptions.ts'
import { id, OnlyPage } from './wire.ts'

/**
 * Why a person cannot be notified of alerts of these targets, in the order of checking. `NotPermitted`: none of the targets is
 * within the person's site. `NoChannel`: notifications are on, but no channel is.
 */
export const ReachGate = z.enum([
  'UserInactive',
  'NotPermitted',
  'NotificationsOff',
  'NoChannel',
  'EmailNotConfirmed',
  'NoPhoneNumber',
  'Blocked',
])
export type ReachGate = z.output<typeof ReachGate>

export const PersonReach = z.strictObject({
  Id: id,
  FullName: z.string(),
  /** The channels on which the person is notified. Empty if there is a reason against it. */
  Channels: z.array(Channel),
  Reason: ReachGate.nullable(),
})
export type PersonReach = z.output<typeof PersonReach>

export const ListReach = z.strictObject({
  Id: id,
  /** Members of an inactive list are not notified. */
  IsActive: z.boolean(),
  MemberCount: z.int(),
  ReachableCount: z.int(),
})

/** The largest number of named members of lists. Users named directly by the subscription are always all named. */
export const mostUnreachedMembers = 100

/** The targets and receivers of a subscription, stored or not. */
const ReachQuery = SubscriptionInput.pick({
  Site: true,
  Devices: true,
  Groups: true,
  Sites: true,
  Users: true,
  Lists: true,
  RemindUsers: true,
  RemindLists: true,
})

export const subscriptionReach = {
  of: endpoint({
    method: 'POST',
    path: '/subscriptions/reach',
    summary:
      'Find out how many devices a subscription with these targets concerns, and which of its receivers can be told, without storing anything',
    access: 'ViewSubscriptions',
    body: ReachQuery,
    answer: z.strictObject({
      /** The number of devices that are currently targets. Returned devices do not count. */
      DeviceCount: z.int(),
      /**
       * The users named directly, and up to 100 members of lists who cannot be notified, by name. Callers who may not see users
       * get only themselves.
       */
      People: z.array(PersonReach),
      Lists: z.array(ListReach),
    }),
  }),
  above: endpoint({
    method: 'GET',
    path: '/subscriptions/from/above',
    summary: 'List the active subscriptions of sites above that concern a site or its sub-sites',
    access: 'ViewSubscriptions',
    query: z.strictObject({ SiteId: id.optional(), ...OnlyPage.shape }),
    answer: z.strictObject({
      Items: z.array(SubscriptionRow),
      /** The number of others, of sites to which the caller has no access. */
      OtherCount: z.int(),
    }),
  }),
}
