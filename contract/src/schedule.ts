import { z } from 'zod'
import { Channel } from './channels.ts'
import { endpoint } from './endpoint.ts'
import { SubscriptionEvent } from './subscription-events.ts'
import { DayWindow } from './subscriptions.ts'
import { receiverGates } from './told.ts'
import { alertTypes } from './vocabulary.ts'
import { weekdayFlags } from './weekdays.ts'
import { instant, Named, OnlyPage, pageOf, SitePageQuery } from './wire.ts'

const AlertTypeId = z.enum(alertTypes.map(({ Id }) => Id) as [string, ...string[]])

/** One subscription that names the caller. */
export const ScheduleEntry = z.strictObject({
  Subscription: Named,
  Site: Named,
  /** Whether the caller may open it. */
  Opens: z.boolean(),
  /** `Reminder`: it names the caller only for reminders if nobody confirms. */
  When: z.enum(['AtOnce', 'Reminder']),
  /** Whether the caller is one of its receivers. `Lists`: those of its user lists that contain the caller. */
  ByName: z.boolean(),
  Lists: z.array(Named),
  AlertTypes: DayWindow.shape.AlertTypes,
  Events: z.array(SubscriptionEvent),
  StartTime: z.number(),
  EndTime: z.number(),
  ...weekdayFlags,
  PausedUntil: instant.nullable(),
  /** Its window by weekday, split at midnight, in local time of the site of each alert. */
  Windows: z.array(DayWindow.pick({ DayOfWeek: true, StartTime: true, EndTime: true, FromDayBefore: true })),
})
export type ScheduleEntry = z.output<typeof ScheduleEntry>

export const Schedule = z.strictObject({
  /** The time zone of the caller's own site. */
  TimeZone: z.string(),
  /** What prevents notifications to the caller on each channel about alerts of their own site. null: nothing. */
  Channels: z.array(
    z.strictObject({ Channel, Against: z.enum(receiverGates).exclude(['Maintenance']).nullable() }),
  ),
  /** Active subscriptions that name the caller and include a site that the caller sees, by name. */
  Entries: z.array(ScheduleEntry),
})
export type Schedule = z.output<typeof Schedule>

/** Part of a weekday in local time of the site. */
export const CoverageSpan = z.strictObject({
  /** 0 is Sunday. */
  DayOfWeek: z.int().min(0).max(6),
  StartTime: z.number(),
  EndTime: z.number(),
  /** How many reachable people are told about the device with the fewest. */
  People: z.int(),
  /** The number of devices without anyone who is told. */
  Unheard: z.int(),
})
export type CoverageSpan = z.output<typeof CoverageSpan>

/** Who would be told of an alert at a site, hour by hour. */
export const SiteCoverage = z.strictObject({
  Site: Named,
  TimeZone: z.string(),
  /** Devices at the site itself that raise alerts. */
  Devices: z.int(),
  /** The first devices of which nobody is told at some hour, by name, at most 5. */
  UnheardDevices: z.array(Named),
  /** Hours a week in which nobody is told about at least one of the devices. */
  UnheardHours: z.number(),
  /** The whole week, from Sunday at midnight, without gaps. */
  Spans: z.array(CoverageSpan),
})
export type SiteCoverage = z.output<typeof SiteCoverage>

export const schedule = {
  mine: endpoint({
    method: 'GET',
    path: '/users/me/schedule',
    summary: 'List what the signed-in user is told about and when, by which subscription, by name or by list',
    access: 'signedIn',
    query: OnlyPage,
    answer: Schedule,
  }),
  coverage: endpoint({
    method: 'GET',
    path: '/subscriptions/coverage',
    summary:
      'For each site with devices that raise alerts, by name: the hours of the week in which reachable people are told that an alert has started',
    access: 'ViewSubscriptions',
    query: z.strictObject({
      ...SitePageQuery.omit({ order: true }).shape,
      /** Only alerts of this type. By default, an hour counts as covered if alerts of any type are. */
      alertType: AlertTypeId.optional(),
    }),
    answer: pageOf(SiteCoverage),
  }),
}
