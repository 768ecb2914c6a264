import type { Subscription } from '@eot/contract/subscriptions'
import type { Named } from '@eot/contract/wire'
import { daysOf, type Hours } from '../windows/week-window.ts'
import type { Names, Rule } from './sentence.ts'

export type TargetKind = 'devices' | 'groups' | 'sites'
export interface Target extends Named {
  kind: TargetKind
}

/** What, where and when: the part of a form that subscriptions and webhook events have in common. */
export interface TermValues {
  Type: Subscription['Type']
  /** All devices of the site, or some devices, groups and sites. */
  Targets: 'All' | readonly Target[]
  AlertTypes: 'All' | readonly string[]
  Events: Subscription['Events']
  Hours: Hours
  /** From Sunday. */
  Days: readonly boolean[]
}

/** With the name of the rule and whether it is switched on. */
export interface NamedTerms extends TermValues {
  Name: string
  IsActive: boolean
}

const targetsOf = (kind: TargetKind, records: readonly Named[]) =>
  records.map(({ Id, Name }): Target => ({ Id, Name, kind }))

const allTargetsOf = ({
  Devices,
  Groups,
  Sites,
}: Pick<Subscription, 'Devices' | 'Groups' | 'Sites'>): TermValues['Targets'] =>
  Devices === 'All'
    ? 'All'
    : [...targetsOf('sites', Sites), ...targetsOf('groups', Groups), ...targetsOf('devices', Devices)]

export const idsIn = <Kind extends string>(records: readonly { Id: string; kind: Kind }[], kind: Kind) =>
  records.filter((one) => one.kind === kind).map(({ Id }) => Id)

type StoredTerms = Pick<
  Subscription,
  | 'Name'
  | 'IsActive'
  | 'Type'
  | 'Devices'
  | 'Groups'
  | 'Sites'
  | 'AlertTypes'
  | 'Events'
  | 'StartTime'
  | 'EndTime'
> &
  Parameters<typeof daysOf>[0]

export const termsOf = (stored: StoredTerms): NamedTerms => ({
  Name: stored.Name,
  IsActive: stored.IsActive,
  Type: stored.Type,
  Targets: allTargetsOf(stored),
  AlertTypes: stored.AlertTypes,
  Events: stored.Events,
  Hours: { StartTime: stored.StartTime, EndTime: stored.EndTime },
  Days: daysOf(stored),
})

export const namesOf = (records: readonly { Name: string }[], count = records.length): Names => ({
  names: records.map(({ Name }) => Name),
  count,
})

/** Returns what, where and when as entered in the form. `site` is the name of the rule's site. */
export function saidTerms({ Targets, AlertTypes, Events, Hours, Days }: TermValues, site: string) {
  const ofKind = (kind: TargetKind) =>
    namesOf(Targets === 'All' ? [] : Targets.filter((target) => target.kind === kind))
  return {
    ...Hours,
    Days,
    Events,
    site,
    AlertTypes: AlertTypes === 'All' ? AlertTypes : [...AlertTypes],
    devices: Targets === 'All' ? ('All' as const) : ofKind('devices'),
    groups: ofKind('groups'),
    sites: ofKind('sites'),
  } satisfies Partial<Rule>
}
