import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, ReportSectionKey } from './report-model.ts'
import { ReportRecord, reportSectionKeys, reportTypeOnDemand } from './reports.ts'
import { readableLine } from './text.ts'
import { ListedUser } from './user-lists.ts'
import { IdParams, id, instant, Named, pageOf, SitePageQuery, version } from './wire.ts'

/** `Weekly` and `Monthly`: generated like the weekly and the monthly report of the site, for the same periods. */
export const reportSchedules = ['None', 'Weekly', 'Monthly'] as const
export const ReportSchedule = z.enum(reportSchedules)
export type ReportSchedule = z.output<typeof ReportSchedule>

/** The limit per site. */
export const mostOwnReports = 50

const name = readableLine.min(1, 'Please enter a name').max(120)
const ids = (most: number) => z.array(id).max(most)
/** `All` (devices of the site and its sub-sites, including those added later) or a list of ids. */
const deviceIds = z.union([z.literal('All'), ids(2000)]).meta({ examples: ['All'] })

/** The contents of an own report, and its receivers. */
const head = {
  Id: id,
  Name: z.string(),
  /** With its sub-sites. */
  Site: Named,
  /** In this order. */
  Sections: z.array(ReportSectionKey),
  Schedule: ReportSchedule,
  /** When it is generated next, at 06:00 local time of its site; null: never automatically. */
  NextAt: instant.nullable(),
  /** How many people would get it now: active, with email on, and permitted to read the reports of its site. */
  ReceiverCount: z.int(),
  /** null: deleted, or above the users that the caller sees. */
  CreatedBy: Named.nullable(),
  Version: version,
}

/** An own report: its sections, its schedule, and its receivers. */
export const OwnReport = z.strictObject({
  ...head,
  /** "All", or the devices to which it is limited in addition to the groups. */
  Devices: z.union([z.literal('All'), z.array(Named)]),
  Groups: z.array(Named),
  /** Those that the caller may see. */
  Users: z.array(ListedUser),
  Lists: z.array(Named),
})
export type OwnReport = z.output<typeof OwnReport>

export const OwnReportRow = z.strictObject(head)
export type OwnReportRow = z.output<typeof OwnReportRow>

const fields = {
  Name: name,
  Sections: reportSectionKeys,
  Schedule: ReportSchedule,
  /** Devices and groups belong to the site of the report or below it. */
  Devices: deviceIds,
  /** Only with chosen devices, or with an empty list of them. */
  Groups: ids(200),
  /** Users and lists that the caller sees. */
  Users: ids(500),
  Lists: ids(100),
}

export const OwnReportInput = z.strictObject({
  ...fields,
  /** Cannot be changed later. Defaults to the caller's own site. */
  Site: id.optional(),
  Schedule: ReportSchedule.default('None'),
  Devices: deviceIds.default('All'),
  Groups: fields.Groups.default([]),
  Users: fields.Users.default([]),
  Lists: fields.Lists.default([]),
})

/** Fields that are omitted or null are left unchanged. */
export const OwnReportChange = z.strictObject({
  Name: name.nullish(),
  Sections: reportSectionKeys.nullish(),
  Schedule: ReportSchedule.nullish(),
  Devices: deviceIds.nullish(),
  Groups: fields.Groups.nullish(),
  Users: fields.Users.nullish(),
  Lists: fields.Lists.nullish(),
  Version: version.optional(),
})

export const ownReports = {
  list: endpoint({
    method: 'GET',
    path: '/ownreports',
    summary: 'List the reports that people put together at a site and its sub-sites',
    access: 'ViewReports',
    query: z.strictObject({ ...SitePageQuery.shape, sortBy: z.enum(['Name', 'Site']).default('Name') }),
    answer: pageOf(OwnReportRow),
  }),
  get: endpoint({
    method: 'GET',
    path: '/ownreports/:id',
    summary: 'Get a report of one’s own: its sections, its schedule and who gets it',
    access: 'ViewReports',
    params: IdParams,
    answer: OwnReport,
  }),
  create: endpoint({
    method: 'POST',
    path: '/ownreports',
    summary: 'Put together a report of one’s own',
    access: 'GenerateReport',
    status: 201,
    body: OwnReportInput,
    answer: OwnReport,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/ownreports/:id',
    summary: 'Change a report of one’s own; earlier reports stay as they are',
    access: 'GenerateReport',
    params: IdParams,
    body: OwnReportChange,
    answer: OwnReport,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/ownreports/:id',
    summary: 'Delete a report of one’s own; earlier reports stay in the archive',
    access: 'GenerateReport',
    status: 204,
    params: IdParams,
    answer: z.undefined(),
  }),
  make: endpoint({
    method: 'POST',
    path: '/ownreports/:id/make',
    summary:
      'Create a report from one’s own for any period until today; a job creates it, and nobody is notified',
    access: 'GenerateReport',
    status: 202,
    params: IdParams,
    body: z.strictObject({
      Type: reportTypeOnDemand.default('Custom'),
      /** A day of the period; for a custom one the first. */
      Day: day,
      LastDay: day.optional(),
    }),
    answer: ReportRecord,
  }),
}
