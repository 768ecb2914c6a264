import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { severities } from './vocabulary.ts'
import {
  epochMs,
  flag,
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
])

export const Alert = z.strictObject({
  Id: id,
  Type: z.strictObject({ Id: id, Key: z.string(), Name: z.string(), Category: z.string(), Icon: z.string() }),
  Severity: z.enum(severities),
  /** Device and site as they were named when the alert was raised. */
  Device: Named,
  Site: Named,
  /** Parents of the site and the site itself, names as at the raise, as far up as the caller sees. */
  SitePath: z.array(Named),
  TimeZone: z.string(),
  StartAt: z.iso.datetime(),
  /** null while ongoing. */
  EndAt: z.iso.datetime().nullable(),
  /** Seconds; 0 while ongoing, at least 1 once ended. */
  Duration: z.number(),
  /** At the raise, in `Unit`; null where no sensor value is involved. */
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
  /** Raised more than four times within half an hour: it is held open until it has been calm for half an hour. */
  Unstable: z.boolean(),
})
export type Alert = z.output<typeof Alert>

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
 * Which alerts a time range takes. `Open`: those open at some time within it, as lists show them. `Start`: those that
 * start in it, as counts, bars and heatmaps count them.
 */
export const rangeModes = ['Open', 'Start'] as const
export type RangeMode = (typeof rangeModes)[number]

const filters = {
  ...ScopeQuery.shape,
  Method: z.enum(['Range']).optional(),
  type: many(z.string().max(60)),
  startTime: epochMs.optional(),
  endTime: epochMs.optional(),
  /** Ours: carried by every link from a count to its alerts, so that the list shows exactly those. */
  rangeBy: z.enum(rangeModes).default('Open'),
  deviceId: many(id),
  groupId: many(id),
  confirmed: flag.optional(),
  ongoing: flag.optional(),
  severity: many(z.enum(severities)),
  /** Zone of dayOfWeek and hourOfDay; absent: each alert's own site's. */
  timeZone: timeZone.optional(),
  /** 0 is Sunday. */
  dayOfWeek: many(integer.min(0).max(6)),
  hourOfDay: many(integer.min(0).max(23)),
  sortBy: z.enum(alertSortFields).default('StartAt'),
}

export const alerts = {
  list: endpoint({
    method: 'GET',
    path: '/alerts',
    summary:
      'Alerts open at some time within [startTime, endTime), newest first; with rangeBy=Start only those that start in it',
    access: 'ViewAlerts',
    query: z.strictObject({ ...filters, ...PageQuery.shape, Mode: z.string().max(20).optional() }),
    answer: pageOf(Alert),
  }),
  export: endpoint({
    method: 'GET',
    path: '/alerts/export',
    summary: 'The same alerts as CSV, all pages',
    access: 'ViewAlerts',
    query: z.strictObject({
      ...filters,
      ...OnlyPage.shape,
      order: PageQuery.shape.order,
      search: PageQuery.shape.search,
    }),
    answer: z.string(),
    produces: 'text/csv',
  }),
  get: endpoint({
    method: 'GET',
    path: '/alerts/:id',
    summary: 'One alert',
    access: 'ViewAlerts',
    params: IdParams,
    answer: Alert,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/alerts/:id',
    summary: 'Confirm an alert, or take it back, with a comment and what it turned out to be',
    access: 'ConfirmAlerts',
    params: IdParams,
    body: z.strictObject({
      Comment: z.string().trim().max(2000).nullable().optional(),
      Confirmed: z.boolean().optional(),
      Disposition: Disposition.nullable().optional(),
    }),
    answer: Alert,
  }),
}
