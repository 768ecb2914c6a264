import type { Subscription } from '@eot/contract/subscriptions'
import { findAlertType } from '@eot/contract/vocabulary'
import { elapsedText } from '../../lib/time/time.ts'
import { t } from '../../texts/i18n.ts'
import { eitherText, listText } from '../../texts/lists.ts'
import { alertTypeName } from '../sensors/sensor-names.ts'
import type { WeekWindow } from '../windows/week-window.ts'
import { daysText, hoursText } from '../windows/window-words.ts'

/** Some records: the known names and their number. undefined: at least as many as there are names. */
export interface Names {
  names: readonly string[]
  count: number | undefined
}

/** A subscription as its sentence needs it. */
export interface Rule extends WeekWindow, Pick<Subscription, 'AlertTypes' | 'Events' | 'RemindAfter'> {
  /** Name of its site. */
  site: string
  /** All devices of the site, or some. */
  devices: 'All' | Names
  groups: Names
  sites: Names
  users: Names
  lists: Names
  remindUsers: Names
  remindLists: Names
}

/** A question of the editor. */
export type Question = 'what' | 'when' | 'whom'

/** A part of a sentence. An answer refers to its question. */
export interface SaidPart {
  text: string
  about?: Question
}

/** Describes a subscription in one sentence, split into parts so that each answer can link to its question. */
export function sayRule(rule: Rule): SaidPart[] {
  const values: Values = {
    what: { text: whatText(rule.AlertTypes), about: 'what' },
    alertEvents: { text: eventsText(rule.Events, alertEvents), about: 'what' },
    deviceEvents: { text: eventsText(rule.Events, deviceEvents), about: 'what' },
    where: { text: whereText(rule), about: 'what' },
    later: { text: isOpenEnded(rule) ? t('subscriptions.say.later') : '' },
    days: { text: daysText(rule.Days), about: 'when' },
    hours: { text: hoursText(rule), about: 'when' },
    whom: { text: peopleText(rule.users, rule.lists), about: 'whom' },
    minutes: { text: elapsedText((rule.RemindAfter ?? 0) * 60), about: 'whom' },
    others: { text: peopleText(rule.remindUsers, rule.remindLists), about: 'whom' },
  }
  const told = fill(t(`subscriptions.say.${happening(rule)}`, raw), values)
  // Only a subscription to the start of alerts sends reminders.
  if (rule.RemindAfter === null || !rule.Events.includes('AlertStarted')) return told
  const isAlone = isNone(rule.remindUsers) && isNone(rule.remindLists)
  const reminder = fill(t(`subscriptions.say.${isAlone ? 'remind' : 'escalate'}`, raw), values)
  return [...told, { text: ' ' }, ...reminder]
}

export const sentenceText = (rule: Rule): string =>
  sayRule(rule)
    .map(({ text }) => text)
    .join('')

type Values = Readonly<Record<string, SaidPart>>

/** Keeps the placeholders, which `fill` replaces with parts. */
const raw = { skipInterpolation: true } as const

function fill(template: string, values: Values): SaidPart[] {
  return template
    .split(/\{\{(\w+)\}\}/)
    .map((text, at) => (at % 2 === 1 ? (values[text] ?? { text }) : { text }))
    .filter(({ text }) => text !== '')
}

const alertEvents = ['AlertStarted', 'AlertEnded', 'AlertConfirmed'] as const
const deviceEvents = ['DeviceOffline', 'DeviceOnline'] as const

function happening({ Events }: Rule): 'alerts' | 'devices' | 'both' | 'nothing' {
  const isAbout = (events: readonly Subscription['Events'][number][]) =>
    events.some((event) => Events.includes(event))
  if (isAbout(alertEvents)) return isAbout(deviceEvents) ? 'both' : 'alerts'
  return isAbout(deviceEvents) ? 'devices' : 'nothing'
}

const eventsText = (
  chosen: Subscription['Events'],
  of: readonly (typeof alertEvents | typeof deviceEvents)[number][],
) => either(of.filter((event) => chosen.includes(event)).map((event) => t(`subscriptions.say.${event}`)))

/** If there are more alert types, only their number is given. */
const mostTypes = 4

function whatText(types: Rule['AlertTypes']): string {
  if (types === 'All') return t('subscriptions.say.anyAlert')
  if (types.length > mostTypes) return t('subscriptions.say.types', { count: types.length })
  const known = types.map(findAlertType).filter((type) => type !== undefined)
  return either(known.map(alertTypeName)) || t('subscriptions.say.noAlert')
}

function whereText({ site, devices, groups, sites }: Rule): string {
  if (devices === 'All') return t('subscriptions.say.allOf', { site })
  const places = [
    !isNone(sites) && t('subscriptions.say.allOf', { site: namesText(sites, 'sites') }),
    !isNone(groups) && namesText(groups, 'groups'),
    !isNone(devices) && namesText(devices, 'devices'),
  ].filter((text) => text !== false)
  return both(places) || t('subscriptions.say.nowhere')
}

/** Returns whether it covers devices that are added later. */
const isOpenEnded = ({ devices, sites }: Rule) => devices === 'All' || !isNone(sites)

function peopleText(users: Names, lists: Names): string {
  const people = [
    !isNone(users) && namesText(users, 'people'),
    !isNone(lists) && namesText(lists, 'lists'),
  ].filter((text) => text !== false)
  return both(people) || t('subscriptions.say.nobody')
}

const isNone = ({ names, count }: Names) => names.length === 0 && !count

/** If there are more names, only their number is given. */
const mostNames = 2

function namesText({ names, count }: Names, kind: 'devices' | 'groups' | 'sites' | 'people' | 'lists') {
  if (names.length <= mostNames && (count === undefined || count === names.length)) return both(names)
  if (count === undefined) return t(`subscriptions.say.several.${kind}`)
  return t(`subscriptions.say.count.${kind}`, { count })
}

const both = (names: readonly string[]) => listText(names)
const either = (names: readonly string[]) => eitherText(names)
