import { groups } from '@eot/contract/device-groups'
import type { ChangeEventKind } from '@eot/contract/live'
import { maintenance } from '@eot/contract/maintenance'
import { notifications } from '@eot/contract/notifications'
import { outages } from '@eot/contract/outages'
import { rules } from '@eot/contract/rules'
import { subscriptionReach } from '@eot/contract/subscription-reach'
import { subscriptions } from '@eot/contract/subscriptions'
import { systemMessages } from '@eot/contract/system-messages'
import { lists } from '@eot/contract/user-lists'
import type { ContractFeature } from '../lib/api/query.ts'
import { rereadSession } from '../session/session.ts'

/**
 * Features that the sign-in does not need, to fetch again when such a change arrives. Changes to users and lists also change
 * whom subscriptions reach.
 */
export const changedLater: Readonly<Partial<Record<ChangeEventKind, readonly ContractFeature[]>>> = {
  SitesChanged: [groups, lists],
  DeviceListChanged: [groups],
  RulesChanged: [rules],
  InheritanceChanged: [rules],
  DeviceGroupsChanged: [groups],
  UserListsChanged: [lists, subscriptions, subscriptionReach],
  UsersChanged: [lists, subscriptions, subscriptionReach],
  SubscriptionsChanged: [subscriptions, subscriptionReach],
  MaintenanceChanged: [maintenance],
  OutagesChanged: [outages],
  SystemMessagesChanged: [systemMessages],
}

/** To fetch again when the notifications of the user have changed. */
export const changedByNotices: readonly ContractFeature[] = [notifications]

/** A change may reach thousands of open portals at once, so each waits for a random part of this time. */
const spreadMs = 5000
let isPlanned = false

/** Reads the session again after changes of users, or of values that sites inherit, which it may depend on. */
export function rereadSessionAfter(event: ChangeEventKind): void {
  if (event !== 'UsersChanged' && event !== 'InheritanceChanged') return
  if (isPlanned) return
  isPlanned = true
  setTimeout(() => {
    isPlanned = false
    void rereadSession()
  }, Math.random() * spreadMs)
}
