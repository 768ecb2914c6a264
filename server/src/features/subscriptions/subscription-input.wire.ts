import { isDeepStrictEqual } from 'node:util'
import type { SubscriptionChange, SubscriptionInput } from '@eot/contract/subscriptions'
import { findAlertType } from '@eot/contract/vocabulary'
import { weekdayFields } from '@eot/contract/weekdays'
import type { z } from 'zod'
import { invalid } from '../../platform/app-error.ts'
import type { MemberSetName } from './subscription-members.queries.ts'
import type { SubscriptionFields, SubscriptionRow } from './subscriptions.queries.ts'
import { subscriptionToWire } from './subscriptions.wire.ts'

export type Input = z.output<typeof SubscriptionInput>
export type Change = z.output<typeof SubscriptionChange>
export type Members = Record<MemberSetName, readonly string[]>

/** Returns the contents of a request for the same subscription. */
export function inputOf(row: SubscriptionRow): Input {
  const { Id, Version, Site, Devices, Groups, Sites, Users, Lists, RemindUsers, RemindLists, ...fields } =
    subscriptionToWire(row)
  return {
    ...fields,
    Devices: Devices === 'All' ? Devices : idsOf(Devices),
    Groups: idsOf(Groups),
    Sites: idsOf(Sites),
    Users: idsOf(Users),
    Lists: idsOf(Lists),
    RemindUsers: idsOf(RemindUsers),
    RemindLists: idsOf(RemindLists),
  }
}

const idsOf = (members: readonly { Id: string }[]) => members.map(({ Id }) => Id)

/** Returns the fields that a change sets. null leaves a field unchanged, except where it ends a pause or the reminders. */
export function given({ Version, ...change }: Change): Partial<Input> {
  const nullable = ['PausedUntil', 'RemindAfter']
  const fields = Object.entries(change).filter(
    ([key, value]) => value !== undefined && (value !== null || nullable.includes(key)),
  )
  return Object.fromEntries(fields) // the fields of a change are those of the input
}

export const fieldsOf = (input: Input): SubscriptionFields => ({
  name: input.Name,
  is_active: input.IsActive,
  type: input.Type,
  all_devices: input.Devices === 'All',
  alert_types:
    input.AlertTypes === 'All' ? null : input.AlertTypes.flatMap((id) => findAlertType(id)?.Key ?? []),
  events: [...new Set(input.Events)],
  start_hour: input.StartTime,
  end_hour: input.EndTime,
  weekdays: weekdayFields.map((day) => input[day]),
  paused_until: input.PausedUntil === null ? null : new Date(input.PausedUntil),
  remind_after_minutes: input.RemindAfter,
})

/** The targets and receivers of a subscription. */
type MemberInput = Pick<
  Input,
  'Devices' | 'Groups' | 'Sites' | 'Users' | 'Lists' | 'RemindUsers' | 'RemindLists'
>

export function membersOf(input: MemberInput): Members {
  const unique = (ids: readonly string[]) => [...new Set(ids.map((id) => id.toLowerCase()))]
  return {
    devices: input.Devices === 'All' ? [] : unique(input.Devices),
    groups: unique(input.Groups),
    sites: unique(input.Sites),
    users: unique(input.Users),
    lists: unique(input.Lists),
    remindUsers: unique(input.RemindUsers),
    remindLists: unique(input.RemindLists),
  }
}

/** Returns what decides whether a subscription has an effect: its targets, days and receivers. */
function effectOf(input: Input) {
  const { all_devices, weekdays, events, remind_after_minutes } = fieldsOf(input)
  return { all_devices, weekdays, events, remind_after_minutes, ...membersOf(input) }
}

/**
 * Returns whether a change of a subscription must have an effect. One that has lost its last target or receiver can still be
 * renamed, paused and switched off, but not switched on.
 */
export const needsEffect = (before: Input, wanted: Input): boolean =>
  (wanted.IsActive && !before.IsActive) || !isDeepStrictEqual(effectOf(before), effectOf(wanted))

/** Throws for a subscription without targets or days, which would have no effect. */
export function refuseAimless(
  { type, all_devices, weekdays }: Pick<SubscriptionFields, 'type' | 'all_devices' | 'weekdays'>,
  members: Pick<Members, 'devices' | 'groups' | 'sites'>,
) {
  const targets = [...members.devices, ...members.groups, ...members.sites]
  if (!all_devices && targets.length === 0)
    throw invalid(type, 'Please choose at least one device, group or site')
  if (!weekdays.includes(true)) throw invalid('Monday', 'Please choose at least one day')
}

/** Also throws for one without receivers, or with inconsistent reminders. */
export function refuseUseless(fields: SubscriptionFields, members: Members) {
  const { events, remind_after_minutes } = fields
  const isEmpty = (...names: MemberSetName[]) => names.every((name) => members[name].length === 0)
  refuseAimless(fields, members)
  if (isEmpty('users', 'lists')) throw invalid('Users', 'Please choose at least one person or list')
  if (remind_after_minutes !== null && !events.includes('AlertStarted'))
    throw invalid('RemindAfter', 'Reminders are of alerts whose start is told')
  if (remind_after_minutes === null && !isEmpty('remindUsers', 'remindLists'))
    throw invalid('RemindAfter', 'Please choose after how many minutes to remind')
}
