import { z } from 'zod'
import { Alert, alertType } from './alerts.ts'
import { endpoint } from './endpoint.ts'
import { SubscriptionEvent } from './subscription-events.ts'
import { id, instant, many, Named, OnlyPage, PageQuery, pageOf } from './wire.ts'

/** `AlertReminder`: nobody had confirmed the alert. */
const Kind = z.enum([...SubscriptionEvent.options, 'AlertReminder'])

/** The notifications of the signed-in user about one alert, the connection of one device, or one outage. */
export const PortalNotice = z.strictObject({
  /** Identifies the notification when it is marked as read. */
  Topic: id,
  /** The number of its newest event. Increases with every event of the installation. */
  Seq: z.int(),
  IsRead: z.boolean(),
  /** How many events there were. */
  Count: z.int(),
  /** The last of them, newest first, at most 3. */
  Events: z.array(z.strictObject({ Kind, At: instant })),
  /** The device and site of the newest event. */
  Device: Named,
  Site: Named,
  /** Its current state. null: about a device or an outage, or the alert has been deleted. */
  Alert: Alert.nullable(),
  /** The outage that contains the alert or device. */
  Outage: z
    .strictObject({
      /** The lowest site with all of its devices, or the site of the user if that is lower. */
      Site: Named,
      StartAt: instant,
      EndAt: instant.nullable(),
      /** How many devices fell silent together, and how many still are. */
      Devices: z.int(),
      Silent: z.int(),
    })
    .nullable(),
})
export type PortalNotice = z.output<typeof PortalNotice>

/** `ToConfirm`: those of open and unconfirmed alerts. */
export const NoticesShown = z.enum(['All', 'Unread', 'ToConfirm'])
export type NoticesShown = z.output<typeof NoticesShown>

const { Page, PageSize, CountOnly } = PageQuery.shape

export const notifications = {
  list: endpoint({
    method: 'GET',
    path: '/users/me/notifications',
    summary: 'List what subscriptions told the signed-in user in the last 90 days, newest first',
    access: 'ViewAlerts',
    query: z.strictObject({
      Page,
      PageSize,
      CountOnly,
      Show: NoticesShown.default('All'),
      /** Only those of alerts of these types. Offline includes outages, and devices that went offline or returned. */
      Type: many(alertType),
    }),
    answer: pageOf(PortalNotice),
  }),
  counts: endpoint({
    method: 'GET',
    path: '/users/me/notifications/counts',
    summary: 'Count the unread notifications of the signed-in user, and those of open, unconfirmed alerts',
    access: 'ViewAlerts',
    query: OnlyPage,
    answer: z.strictObject({ Unread: z.int(), ToConfirm: z.int() }),
  }),
  read: endpoint({
    method: 'PUT',
    path: '/users/me/notifications/read',
    summary: 'Mark notifications of the signed-in user as read, up to an event that the user has seen',
    access: 'ViewAlerts',
    status: 204,
    body: z.strictObject({
      /** The `Seq` of the newest notification shown. Later events stay unread. */
      UpTo: z.int().min(0),
      /** Only those of this alert, device or outage. Omitted: all. */
      Topic: id.optional(),
    }),
    answer: z.undefined(),
  }),
}
