import type { Subscription } from '@eot/contract/subscriptions'
import type { Named } from '@eot/contract/wire'
import type { Hours } from '../windows/week-window.ts'

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

const targetsOf = (kind: TargetKind, records: readonly Named[]) =>
  records.map(({ Id, Name }): Target => ({ Id, Name, kind }))

export const allTargetsOf = ({
  Devices,
  Groups,
  Sites,
}: Pick<Subscription, 'Devices' | 'Groups' | 'Sites'>): TermValues['Targets'] =>
  Devices === 'All'
    ? 'All'
    : [...targetsOf('sites', Sites), ...targetsOf('groups', Groups), ...targetsOf('devices', Devices)]

export const idsIn = <Kind extends string>(records: readonly { Id: string; kind: Kind }[], kind: Kind) =>
  records.filter((one) => one.kind === kind).map(({ Id }) => Id)
