import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { readableText } from './text.ts'
import { severities } from './vocabulary.ts'
import {
  epochMs,
  flag,
  givenInstant,
  IdParams,
  id,
  integer,
  many,
  Named,
  OnlyPage,
  PageQuery,
  pageOf,
  ScopeQuery,
  timeZone,
} from './wire.ts'

export const Disposition = z.enum(['Real', 'False', 'Unknown'])
export type Disposition = z.output<typeof Disposition>

export const EndReason = z.enum([
  'Cleared',
  'Quiet',
  'EndedByUser',
  'Offline',
  'Moved',
  'RuleChanged',
  'Online',
  'DeviceDeactivated',
  'DeviceExpired',
  'DeviceDeleted',
  'SiteDeactivated',
])
export type EndReason = z.output<typeof EndReason>

export const Alert = z.strictObject({
  Id: id,
  Type: z.strictObject({ Id: id, Key: z.string(), Name: z.string(), Category: z.string(), Icon: z.string() }),
  Severity: z.enum(severities),
  /** Device and site, with their names when the alert was raised. */
  Device: Named,
  Site: Named,
  /** Ancestors visible to the caller, top down, then the site itself; names as of when the alert was raised. */
  SitePath: z.array(Named),
  TimeZone: z.string(),
  StartAt: z.iso.datetime(),
  /** null while ongoing. */
  EndAt: z.iso.datetime().nullable(),
  /** Seconds; 0 while ongoing, at least 1 once ended. */
  Duration: z.number(),
  /** Value when the alert was raised, in `Unit`; null if no sensor value is involved. */
  Value: z.number().nullable(),
  Peak: z.number().nullable(),
  PeakAt: z.iso.datetime().nullable(),
  Threshold: z.number().nullable(),
  ClearLevel: z.number().nullable(),
  Sensor: z.string().nullable(),
  Unit: z.string(),
  Confirmed: z.boolean(),
  ConfirmedBy: Named.nullable(),
  ConfirmedAt: z.iso.datetime().nullable(),
  Comment: z.string().nullable(),
  Disposition: Disposition.nullable(),
  EndReason: EndReason.nullable(),
  EndedBy: Named.nullable(),
  /** The end of the snooze of its reminders. May be past; null if it was never snoozed. */
  SnoozedUntil: z.iso.datetime().nullable(),
  /** Who snoozed it last. */
  SnoozedBy: Named.nullable(),
  /** Raised more than four times within half an hour; stays open until the value has been normal for half an hour. */
  Unstable: z.boolean(),
  /** Open, although its device is offline or no longer sends values of its kind, so it may be outdated. */
  Stale: z.boolean(),
  /** The outage of a site that an offline alert is part of; null for every other alert. */
  Outage: id.nullable(),
})
export type Alert = z.output<typeof Alert>

/** The longest snooze of an alert. */
export const longestSnoozeHours = 8

export const alertSortFields = [
  'StartAt',
  'EndAt',
  'Duration',
  'Type',
  'Device',
  'Site',
  'Peak',
  'Severity',
  'Confirmed',
] as const

/**
 * Which alerts a time range selects. `Open`: alerts open at any time within the range, for lists. `Start`: alerts that
 * start within the range, for counts, bars and heatmaps.
 */
export const rangeModes = ['Open', 'Start'] as const
export type RangeMode = (typeof rangeModes)[number]

/** The key or the id of an alert type. */
export const alertType = z
  .string()
  .max(60)
  .meta({ examples: ['Vape', 'CO'] })

/** Filters of everything that lists or counts alerts; alerts must satisfy all of them. */
export const alertFilters = {
  ...ScopeQuery.shape,
  type: many(alertType),
  startTime: epochMs.optional(),
  endTime: epochMs.optional(),
  deviceId: many(id),
  groupId: many(id),
  /** Not in the specification. Only alerts at these sites of the scope, without those below them. */
  atSiteId: many(id),
  confirmed: flag.optional(),
  ongoing: flag.optional(),
  severity: many(z.enum(severities)),
  /**
   * Time zone of dayOfWeek and hourOfDay; if absent, that of each alert's site. Series and heatmaps use the zone that their
   * answer names.
   */
  timeZone: timeZone.optional(),
  /** 0 is Sunday. */
  dayOfWeek: many(integer(0, 6)),
  hourOfDay: many(integer(0, 23)),
  search: PageQuery.shape.search,
}

const filters = {
  ...alertFilters,
  Method: z.enum(['Range']).optional(),
  /** Not in the specification. Links from a count to its alerts include it, so that the list shows exactly those. */
  rangeBy: z.enum(rangeModes).default('Open'),
  sortBy: z.enum(alertSortFields).default('StartAt'),
}

export const alerts = {
  list: endpoint({
    method: 'GET',
    path: '/alerts',
    summary:
      'List alerts open at any time in [startTime, endTime), newest first; rangeBy=Start lists only those that start in it',
    access: 'ViewAlerts',
    query: z.strictObject({ ...filters, ...PageQuery.shape, Mode: z.string().max(20).optional() }),
    answer: pageOf(Alert),
  }),
  export: endpoint({
    method: 'GET',
    path: '/alerts/export',
    summary: 'Export all matching alerts as CSV, without paging',
    access: 'ViewAlerts',
    query: z.strictObject({
      ...filters,
      ...OnlyPage.shape,
      order: PageQuery.shape.order,
    }),
    answer: z.string(),
    produces: 'text/csv',
  }),
  all: endpoint({
    method: 'GET',
    path: '/alerts/all',
    summary: 'Get all matching alerts without paging, at most 2,000; see /alerts/export for more',
    access: 'ViewAlerts',
    query: z.strictObject({ ...filters, ...OnlyPage.shape, order: PageQuery.shape.order }),
    answer: z.array(Alert),
  }),
  get: endpoint({
    method: 'GET',
    path: '/alerts/:id',
    summary: 'Get an alert',
    access: 'ViewAlerts',
    params: IdParams,
    answer: Alert,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/alerts/:id',
    summary: 'Confirm or unconfirm an alert, with a comment and a disposition',
    access: 'ConfirmAlerts',
    params: IdParams,
    body: z.strictObject({
      Comment: readableText.max(2000).nullable().optional(),
      /** The comment that `Comment` replaces. If it is no longer the current one, nothing changes: `edit_conflict`. */
      FormerComment: z.string().max(2000).nullable().optional(),
      Confirmed: z.boolean().optional(),
      Disposition: Disposition.nullable().optional(),
    }),
    answer: Alert,
  }),
  snooze: endpoint({
    method: 'PUT',
    path: '/alerts/:id/snooze',
    summary: 'Snooze the reminders of an open alert for at most eight hours; it ends by itself',
    access: 'ConfirmAlerts',
    params: IdParams,
    body: z.strictObject({
      /** In the future. Overdue reminders are sent then, unless the alert is confirmed or has ended. */
      Until: givenInstant,
    }),
    answer: Alert,
  }),
  endSnooze: endpoint({
    method: 'DELETE',
    path: '/alerts/:id/snooze',
    summary: 'End the snooze of an alert; reminders that were due before come now',
    access: 'ConfirmAlerts',
    params: IdParams,
    answer: Alert,
  }),
}
