import type { BodyOf } from '@eot/contract/endpoint'
import type { ReportSettings, reports } from '@eot/contract/reports'
import type { Kysely } from 'kysely'
import { insertAuditEntry } from '../../access/audit.queries.ts'
import type { Caller } from '../../access/caller.ts'
import { fieldChanges } from '../../access/field-changes.ts'
import { findTimeZoneOf } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { nextDueAt } from './report-period.ts'
import { type ReportSettingRow, reportPlanQueries } from './report-plan.queries.ts'
import { listReportReaders } from './send-report.command.ts'

const settingsToWire = ({ weekly, monthly, delivery, paper }: ReportSettingRow) => ({
  Weekly: weekly,
  Monthly: monthly,
  Delivery: delivery,
  Paper: paper,
})

/** Returns how the reports of a site are generated, who gets the next ones, and when. */
export async function describeSettings(
  db: Kysely<Database>,
  scope: Scope,
  now: Date,
): Promise<ReportSettings> {
  const timeZone = await findTimeZoneOf(db, scope.siteId)
  const readers = async (type: 'Pdf-Weekly' | 'Pdf-Monthly') =>
    (await listReportReaders(db, { siteId: scope.siteId, sitePath: scope.path, type }, now)).length
  const next = (type: 'Pdf-Weekly' | 'Pdf-Monthly') =>
    new Date(nextDueAt(type, timeZone, now.getTime())).toISOString()
  return {
    ...settingsToWire(await reportPlanQueries(db).getSettings(scope.siteId)),
    WeeklyReceivers: await readers('Pdf-Weekly'),
    MonthlyReceivers: await readers('Pdf-Monthly'),
    NextWeekly: next('Pdf-Weekly'),
    NextMonthly: next('Pdf-Monthly'),
  }
}

export function changeReportSettings(
  { db }: { db: Kysely<Database> },
  caller: Caller,
  scope: Scope,
  body: BodyOf<typeof reports.changeSettings>,
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const queries = reportPlanQueries(tx)
    const before = await queries.getSettings(scope.siteId)
    const after: ReportSettingRow = {
      weekly: body.Weekly ?? before.weekly,
      monthly: body.Monthly ?? before.monthly,
      delivery: body.Delivery ?? before.delivery,
      paper: body.Paper ?? before.paper,
    }
    await queries.saveSettings(scope.siteId, after)
    await insertAuditEntry(tx, {
      actorId: caller.userId,
      siteId: scope.siteId,
      action: 'report.settings_changed',
      subjectId: scope.siteId,
      details: { changes: fieldChanges(settingsToWire(before), settingsToWire(after)) },
    })
  })
}
