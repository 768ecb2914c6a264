import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, Report, ReportSectionKey, reportSections } from './report-model.ts'
import { readableLine } from './text.ts'
import { IdParams, id, instant, many, Named, OnlyPage, PageQuery, pageOf } from './wire.ts'

/** The period of a report: a week from Monday, a calendar month, one day with unusual hours, or a custom period. */
export const reportTypes = ['Pdf-Weekly', 'Pdf-Monthly', 'Heatmap-Alerts', 'Custom'] as const
export const ReportType = z.enum(reportTypes)
export type ReportType = z.output<typeof ReportType>

/** Days that one report can cover. */
export const longestReportDays = 366

export const ReportState = z.enum(['Waiting', 'Ready', 'Failed', 'Canceled'])
export type ReportState = z.output<typeof ReportState>

export const paperSizes = ['A4', 'Letter'] as const
const PaperSize = z.enum(paperSizes)
export type PaperSize = z.output<typeof PaperSize>

/** Attachment: the PDF is in the email. Link: it has a link that requires signing in. */
export const reportDeliveries = ['Attachment', 'Link'] as const

/** A report of the archive. */
export const ReportRecord = z.strictObject({
  Id: id,
  Type: ReportType,
  Name: z.string(),
  Site: Named,
  FirstDay: day,
  LastDay: day,
  State: ReportState,
  /** 0 to 1. */
  Progress: z.number(),
  /** null until it is ready. */
  Headline: z.string().nullable(),
  /** How many people received it. */
  Receivers: z.int(),
  CreatedAt: instant,
  /** null: generated as scheduled. */
  CreatedBy: Named.nullable(),
  FinishedAt: instant.nullable(),
  /** The own report from which it was generated, which may have been deleted; null: none. */
  OwnReport: id.nullable(),
})
export type ReportRecord = z.output<typeof ReportRecord>

export const ReportSettings = z.strictObject({
  /** Whether the weekly and the monthly report of the site are generated and sent to their subscribers. */
  Weekly: z.boolean(),
  Monthly: z.boolean(),
  Delivery: z.enum(reportDeliveries),
  Paper: PaperSize,
  /** The number of receivers by subscriptions. */
  WeeklyReceivers: z.int(),
  MonthlyReceivers: z.int(),
  /** When the next ones are generated. */
  NextWeekly: instant,
  NextMonthly: instant,
})
export type ReportSettings = z.output<typeof ReportSettings>

export const reportSectionKeys = z
  .array(ReportSectionKey)
  .min(1, 'Please choose a section')
  .max(reportSections.length)
export const reportTypeOnDemand = z.enum(['Pdf-Weekly', 'Pdf-Monthly', 'Custom'])
/** Times with a clock of 12 or 24 hours. Default: as in the settings of the user, else 12. */
const clock = z.enum(['12h', '24h']).optional()
/** A key of the report's tables. Default: the alerts by type. */
const table = z
  .string()
  .min(1)
  .max(40)
  .default('types')
  .meta({ examples: ['types', 'devices'] })

const view = {
  type: reportTypeOnDemand.default('Pdf-Weekly'),
  /** A day of the period; for a custom one the first. Default: the last complete period. */
  day: day.optional(),
  /** Only for a custom period. Default: the same day. */
  lastDay: day.optional(),
  deviceId: many(id),
  groupId: many(id),
  /** In this order. Default: all. */
  sections: many(ReportSectionKey),
  clock,
}
const shown = { clock, paper: PaperSize.optional() }

export const reports = {
  list: endpoint({
    method: 'GET',
    path: '/sites/:id/reports',
    summary: 'List the reports of a site that were created or are being created, newest first',
    access: 'ViewReports',
    params: IdParams,
    query: z.strictObject({
      ...PageQuery.shape,
      reportTypes: many(z.enum(['All', ...reportTypes])).default(['All']),
      /** Only reports generated from this own report. `none`: only reports that were not generated from one. */
      ownReport: z.union([id, z.literal('none')]).optional(),
    }),
    answer: pageOf(ReportRecord),
  }),
  create: endpoint({
    method: 'POST',
    path: '/sites/:id/reports',
    summary: 'Create a report of a site and its sub-sites for any period until today; a job creates it',
    access: 'GenerateReport',
    status: 202,
    params: IdParams,
    body: z.strictObject({
      Type: reportTypeOnDemand.default('Custom'),
      Name: readableLine.min(1, 'Please enter a name').max(120).optional(),
      /** A day of the period; for a custom one the first. */
      Day: day,
      LastDay: day.optional(),
      Devices: z.array(id).min(1).max(200).optional(),
      Groups: z.array(id).min(1).max(200).optional(),
      Sections: reportSectionKeys.optional(),
    }),
    answer: ReportRecord,
  }),
  view: endpoint({
    method: 'GET',
    path: '/sites/:id/reports/view',
    summary: 'Read a report of a site and its sub-sites as of now, without storing it',
    access: 'ViewReports',
    params: IdParams,
    query: z.strictObject(view),
    answer: Report,
  }),
  viewPdf: endpoint({
    method: 'GET',
    path: '/sites/:id/reports/view/pdf',
    summary: 'Read the same report as PDF',
    access: 'ViewReports',
    params: IdParams,
    query: z.strictObject({ ...view, ...OnlyPage.shape, paper: PaperSize.optional() }),
    answer: z.string(),
    produces: 'application/pdf',
  }),
  viewTable: endpoint({
    method: 'GET',
    path: '/sites/:id/reports/view/table',
    summary: 'Read one table of the same report as CSV',
    access: 'ViewReports',
    params: IdParams,
    query: z.strictObject({ ...view, ...OnlyPage.shape, table }),
    answer: z.string(),
    produces: 'text/csv',
  }),
  settings: endpoint({
    method: 'GET',
    path: '/sites/:id/reports/settings',
    summary: 'Get which reports of a site are created as scheduled, and how they are sent',
    access: 'ViewReports',
    params: IdParams,
    answer: ReportSettings,
  }),
  changeSettings: endpoint({
    method: 'PUT',
    path: '/sites/:id/reports/settings',
    summary: 'Change which reports of a site are created as scheduled, and how they are sent',
    access: 'GenerateReport',
    params: IdParams,
    body: z.strictObject({
      Weekly: z.boolean().optional(),
      Monthly: z.boolean().optional(),
      Delivery: z.enum(reportDeliveries).optional(),
      Paper: PaperSize.optional(),
    }),
    answer: ReportSettings,
  }),
  get: endpoint({
    method: 'GET',
    path: '/reports/:id',
    summary: 'Get a report of the archive and how far it is',
    access: 'ViewReports',
    params: IdParams,
    answer: ReportRecord,
  }),
  read: endpoint({
    method: 'GET',
    path: '/reports/:id/view',
    summary: 'Read a report of the archive',
    access: 'ViewReports',
    params: IdParams,
    query: z.strictObject({ clock }),
    answer: Report,
  }),
  pdf: endpoint({
    method: 'GET',
    path: '/reports/:id/pdf',
    summary: 'Read a report of the archive as PDF',
    access: 'ViewReports',
    params: IdParams,
    query: z.strictObject({ ...shown, ...OnlyPage.shape }),
    answer: z.string(),
    produces: 'application/pdf',
  }),
  table: endpoint({
    method: 'GET',
    path: '/reports/:id/table',
    summary: 'Read one table of a report of the archive as CSV',
    access: 'ViewReports',
    params: IdParams,
    query: z.strictObject({ clock, table, ...OnlyPage.shape }),
    answer: z.string(),
    produces: 'text/csv',
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/reports/:id/cancel',
    summary: 'Stop making a report',
    access: 'GenerateReport',
    params: IdParams,
    answer: ReportRecord,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/reports/:id',
    summary: 'Delete a report from the archive; one that was created as scheduled is not created again',
    access: 'GenerateReport',
    status: 204,
    params: IdParams,
    answer: z.undefined(),
  }),
  ofAlert: endpoint({
    method: 'GET',
    path: '/alerts/:id/report',
    summary: 'Read the incident report of an alert as PDF: what was measured, who was told, who confirmed it',
    access: 'ViewAlerts',
    params: IdParams,
    query: z.strictObject({ ...shown, ...OnlyPage.shape }),
    answer: z.string(),
    produces: 'application/pdf',
  }),
}
