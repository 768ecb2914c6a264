import type { SubscriptionEvent } from '@eot/contract/subscription-events'
import type { SubscriptionType } from '@eot/contract/subscriptions'
import type { Generated } from 'kysely'
import type { DefaultedInstant, Instant } from '../../platform/db/column-types.ts'

interface SubscriptionTable {
  id: string
  site_id: string
  name: string
  is_active: boolean
  type: SubscriptionType
  all_devices: boolean
  alert_types: string[] | null
  events: SubscriptionEvent[]
  start_hour: number
  end_hour: number
  weekdays: boolean[]
  paused_until: Instant | null
  remind_after_minutes: number | null
  version: Generated<number>
  created_at: DefaultedInstant
}

interface SubscriptionDeviceTable {
  subscription_id: string
  device_id: string
}

interface SubscriptionDeviceGroupTable {
  subscription_id: string
  device_group_id: string
}

interface SubscriptionSiteTable {
  subscription_id: string
  site_id: string
}

interface SubscriptionUserTable {
  subscription_id: string
  stage: number
  user_id: string
}

interface SubscriptionUserListTable {
  subscription_id: string
  stage: number
  user_list_id: string
}

export interface SubscriptionTables {
  subscription: SubscriptionTable
  subscription_device: SubscriptionDeviceTable
  subscription_device_group: SubscriptionDeviceGroupTable
  subscription_site: SubscriptionSiteTable
  subscription_user: SubscriptionUserTable
  subscription_user_list: SubscriptionUserListTable
}
