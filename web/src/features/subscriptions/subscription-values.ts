import type { RequestOf } from '@eot/contract/endpoint'
import type { Subscription, subscriptions } from '@eot/contract/subscriptions'
import { weekdayFields } from '@eot/contract/weekdays'
import type { Named } from '@eot/contract/wire'
import type { Rule } from '../../domain/terms/sentence.ts'
import { namesText, termFields, termPlaces } from '../../domain/terms/term-fields.ts'
import { idsIn, type NamedTerms, namesOf, saidTerms, termsOf } from '../../domain/terms/term-values.ts'
import { presets } from '../../domain/windows/week-window.ts'
import type { EditOptions } from '../../lib/forms/use-edit.ts'
import { elapsedText } from '../../lib/time/time.ts'
import { t } from '../../texts/i18n.ts'

export interface Receiver extends Named {
  kind: 'user' | 'list'
}

/** A subscription as the form edits it. */
export interface SubscriptionValues extends NamedTerms {
  Receivers: readonly Receiver[]
  /** Minutes. null: never. */
  RemindAfter: number | null
  Reminded: readonly Receiver[]
}

export const newValues: SubscriptionValues = {
  Name: '',
  IsActive: true,
  Type: 'Sites',
  Targets: 'All',
  AlertTypes: 'All',
  Events: ['AlertStarted'],
  Hours: { StartTime: presets.schoolDay.StartTime, EndTime: presets.schoolDay.EndTime },
  Days: presets.schoolDay.Days,
  Receivers: [],
  RemindAfter: null,
  Reminded: [],
}

const receiversOf = (
  users: Subscription['Users'],
  lists: readonly Named[],
): SubscriptionValues['Receivers'] => [
  ...users.map(({ Id, FullName }): Receiver => ({ Id, Name: FullName, kind: 'user' })),
  ...lists.map(({ Id, Name }): Receiver => ({ Id, Name, kind: 'list' })),
]

export const valuesOf = (subscription: Subscription): SubscriptionValues => ({
  ...termsOf(subscription),
  Receivers: receiversOf(subscription.Users, subscription.Lists),
  RemindAfter: subscription.RemindAfter,
  Reminded: receiversOf(subscription.RemindUsers, subscription.RemindLists),
})

/** Returns whether it sends reminders of unconfirmed alerts, which requires that it covers their start. */
export const reminds = ({ Events, RemindAfter }: Pick<Subscription, 'Events' | 'RemindAfter'>) =>
  RemindAfter !== null && Events.includes('AlertStarted')

/** The body of a request. */
export function bodyOf(values: SubscriptionValues) {
  const { Targets, AlertTypes, Hours, Days, Receivers, Reminded, Events, ...fields } = values
  const targets = Targets === 'All' ? [] : Targets
  const reminded = reminds(values) ? Reminded : []
  return {
    ...fields,
    ...Hours,
    ...(Object.fromEntries(weekdayFields.map((day, at) => [day, Days[at] === true])) as Record<
      (typeof weekdayFields)[number],
      boolean
    >),
    Events: [...Events],
    AlertTypes: AlertTypes === 'All' ? ('All' as const) : [...AlertTypes],
    Devices: Targets === 'All' ? ('All' as const) : idsIn(targets, 'devices'),
    Groups: idsIn(targets, 'groups'),
    Sites: idsIn(targets, 'sites'),
    Users: idsIn(Receivers, 'user'),
    Lists: idsIn(Receivers, 'list'),
    RemindAfter: reminds(values) ? values.RemindAfter : null,
    RemindUsers: idsIn(reminded, 'user'),
    RemindLists: idsIn(reminded, 'list'),
  } satisfies RequestOf<typeof subscriptions.create>['body']
}

/** Maps errors of the server to fields of the form. */
export const places = {
  ...termPlaces,
  subscription_name_taken: 'Name',
  Users: 'Receivers',
  Lists: 'Receivers',
  user_not_found: 'Receivers',
  list_not_found: 'Receivers',
  RemindUsers: 'Reminded',
  RemindLists: 'Reminded',
} as const satisfies Record<string, keyof SubscriptionValues>

/** Returns the errors of the server that concern several fields together. */
export const problemsOf = ({ Receivers }: Pick<SubscriptionValues, 'Receivers'>) =>
  Receivers.length === 0 ? [{ Path: 'Users', Message: 'Please choose at least one person or list' }] : []

/** Returns whether it may not be saved without receivers. One that has lost them can be renamed and switched off regardless. */
export const needsReceivers = (
  { IsActive, Users, Lists }: Pick<Subscription, 'IsActive' | 'Users' | 'Lists'>,
  values: Pick<SubscriptionValues, 'IsActive'>,
): boolean => Users.length + Lists.length > 0 || (values.IsActive && !IsActive)

const ofKind = (receivers: readonly Receiver[], kind: Receiver['kind']) =>
  namesOf(receivers.filter((one) => one.kind === kind))

/** Returns the rule as currently entered in the form. `site` is the name of the subscription's site. */
export function ruleOfValues(values: SubscriptionValues, site: string): Rule {
  const { Receivers, Reminded, RemindAfter } = values
  return {
    ...saidTerms(values, site),
    RemindAfter,
    users: ofKind(Receivers, 'user'),
    lists: ofKind(Receivers, 'list'),
    remindUsers: ofKind(Reminded, 'user'),
    remindLists: ofKind(Reminded, 'list'),
  }
}

/** The labels of the fields in the comparison of two edits, and their values as text. */
export const conflictFields = (): EditOptions<SubscriptionValues, never>['fields'] => ({
  ...termFields(),
  Receivers: { label: t('subscriptions.editor.receivers'), text: namesText },
  RemindAfter: {
    label: t('subscriptions.editor.remindAfter'),
    text: (minutes: number | null) =>
      minutes === null ? t('subscriptions.editor.never') : elapsedText(minutes * 60),
  },
  Reminded: { label: t('subscriptions.editor.reminded'), text: namesText },
})
