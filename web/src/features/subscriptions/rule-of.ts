import type { Subscription, SubscriptionRow } from '@eot/contract/subscriptions'
import type { Named } from '@eot/contract/wire'
import type { Names, Rule } from '../../domain/terms/sentence.ts'
import { daysOf } from '../../domain/windows/week-window.ts'

type Member = Named | { Id: string; FullName: string }

const nameOf = (member: Member) => ('FullName' in member ? member.FullName : member.Name)
const names = (members: readonly Member[], count: number | undefined = members.length): Names => ({
  names: members.map(nameOf),
  count,
})

/** The API names the first three of each set, and does not count people notified by a reminder. */
const mostListed = 3
const uncounted = (members: readonly Member[]): Names =>
  names(members, members.length < mostListed ? members.length : undefined)

const commonOf = ({ Site, AlertTypes, Events, RemindAfter, StartTime, EndTime, ...rest }: Subscription) => ({
  site: Site.Name,
  AlertTypes,
  Events,
  RemindAfter,
  StartTime,
  EndTime,
  Days: daysOf(rest),
})

export const ruleOf = (subscription: Subscription): Rule => ({
  ...commonOf(subscription),
  devices: subscription.Devices === 'All' ? 'All' : names(subscription.Devices),
  groups: names(subscription.Groups),
  sites: names(subscription.Sites),
  users: names(subscription.Users),
  lists: names(subscription.Lists),
  remindUsers: names(subscription.RemindUsers),
  remindLists: names(subscription.RemindLists),
})

export const ruleOfRow = (row: SubscriptionRow): Rule => ({
  ...commonOf(row),
  devices: row.Devices === 'All' ? 'All' : names(row.Devices, row.DeviceCount),
  groups: names(row.Groups, row.GroupCount),
  sites: names(row.Sites, row.SiteCount),
  users: names(row.Users, row.UserCount),
  lists: names(row.Lists, row.ListCount),
  remindUsers: uncounted(row.RemindUsers),
  remindLists: uncounted(row.RemindLists),
})
