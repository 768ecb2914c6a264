import type {
  DayWindow,
  Subscription,
  SubscriptionRow as SubscriptionRowWire,
} from '@eot/contract/subscriptions'
import { findAlertType } from '@eot/contract/vocabulary'
import { weekdayFields } from '@eot/contract/weekdays'
import type { MemberName } from './subscription-members.queries.ts'
import type { ActiveSubscriptionRow, SubscriptionListRow, SubscriptionRow } from './subscriptions.queries.ts'
import { dayIntervals } from './weekly-window.ts'

type TermsRow = Pick<
  SubscriptionRow,
  | 'id'
  | 'name'
  | 'site_id'
  | 'siteName'
  | 'is_active'
  | 'type'
  | 'all_devices'
  | 'devices'
  | 'groups'
  | 'sites'
  | 'alert_types'
  | 'events'
  | 'start_hour'
  | 'end_hour'
  | 'weekdays'
  | 'paused_until'
  | 'version'
>

/** Conditions that subscriptions and webhook events share. */
export const termsToWire = (row: TermsRow) => ({
  Id: row.id,
  Name: row.name,
  Site: { Id: row.site_id, Name: row.siteName },
  IsActive: row.is_active,
  Type: row.type,
  Devices: row.all_devices ? ('All' as const) : row.devices.map(toNamed),
  Groups: row.groups.map(toNamed),
  Sites: row.sites.map(toNamed),
  AlertTypes: alertTypesToWire(row.alert_types),
  Events: row.events,
  StartTime: row.start_hour,
  EndTime: row.end_hour,
  ...weekdaysToWire(row.weekdays),
  PausedUntil: row.paused_until?.toISOString() ?? null,
  Version: row.version,
})

export const subscriptionToWire = (row: SubscriptionRow): Subscription => ({
  ...termsToWire(row),
  Users: row.users.map(toUser),
  Lists: row.lists.map(toNamed),
  RemindAfter: row.remind_after_minutes,
  RemindUsers: row.remindUsers.map(toUser),
  RemindLists: row.remindLists.map(toNamed),
})

export const subscriptionRowToWire = (row: SubscriptionListRow): SubscriptionRowWire => ({
  ...subscriptionToWire(row),
  DeviceCount: row.deviceCount,
  GroupCount: row.groupCount,
  SiteCount: row.siteCount,
  UserCount: row.userCount,
  ListCount: row.listCount,
  ReceiverCount: row.receiverCount,
  ReachableCount: row.reachableCount,
})

/** Returns the windows of these subscriptions, by weekday and hour. */
export const dayWindowsToWire = (rows: readonly ActiveSubscriptionRow[]): DayWindow[] =>
  windowsToWire(rows, ({ id, name }) => ({ Subscription: { Id: id, Name: name } }))

/** Returns the windows of subscriptions or webhook events, by weekday and hour, with the fields that `naming` adds to each. */
export function windowsToWire<
  Row extends Omit<ActiveSubscriptionRow, 'remind_after_minutes'>,
  Names extends object,
>(rows: readonly Row[], naming: (row: Row) => Names) {
  const windows = rows.flatMap((row) =>
    dayIntervals({ startHour: row.start_hour, endHour: row.end_hour, weekdays: row.weekdays }).map(
      (interval) => ({
        ...naming(row),
        DayOfWeek: interval.weekday,
        StartTime: interval.startHour,
        EndTime: interval.endHour,
        FromDayBefore: interval.fromDayBefore,
        Site: { Id: row.site_id, Name: row.siteName },
        Events: row.events,
        AlertTypes: alertTypesToWire(row.alert_types),
        PausedUntil: row.paused_until?.toISOString() ?? null,
      }),
    ),
  )
  return windows.toSorted((a, b) => a.DayOfWeek - b.DayOfWeek || a.StartTime - b.StartTime)
}

const toNamed = ({ id, name }: MemberName) => ({ Id: id, Name: name })
const toUser = ({ id, name }: MemberName) => ({ Id: id, FullName: name })

/** Converts keys to ids. A type known only to a newer version of the program is left out. */
const alertTypesToWire = (keys: readonly string[] | null) =>
  keys === null ? ('All' as const) : keys.flatMap((key) => findAlertType(key)?.Id ?? [])

/** Returns the flags of the days on which a window begins; `weekdays` starts with Sunday, like `weekdayFields`. */
export const weekdaysToWire = (weekdays: readonly boolean[]) =>
  Object.fromEntries(weekdayFields.map((day, index) => [day, weekdays[index] ?? false])) as Record<
    (typeof weekdayFields)[number],
    boolean
  >
