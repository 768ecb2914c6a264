import { groups } from '@eot/contract/device-groups'
import { maintenance } from '@eot/contract/maintenance'
import { notifications } from '@eot/contract/notifications'
import { outages } from '@eot/contract/outages'
import { rules } from '@eot/contract/rules'
import { subscriptionReach } from '@eot/contract/subscription-reach'
import { subscriptions } from '@eot/contract/subscriptions'
import { systemMessages } from '@eot/contract/system-messages'
import { lists } from '@eot/contract/user-lists'

/** Features whose lists change by live messages, but which the sign-in does not need. */
export const liveFeatures = {
  groups,
  lists,
  maintenance,
  notifications,
  outages,
  rules,
  subscriptionReach,
  subscriptions,
  systemMessages,
}
