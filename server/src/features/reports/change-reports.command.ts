import type { BodyOf } from '@eot/contract/endpoint'
import type { reports } from '@eot/contract/reports'
import type { Kysely } from 'kysely'
import { insertAuditEntry } from '../../access/audit.queries.ts'
import type { Caller } from '../../access/caller.ts'
import { ownScope, type Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { AppError, found } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { uuidv7 } from '../../platform/db/uuid.ts'
import { enqueue } from '../../platform/jobs/job-queue.ts'
import { reportNames } from './build-report.command.ts'
import { makeReportJob } from './make-report.job.ts'
import { ownReportQueries } from './own-reports.queries.ts'
import { reportDeviceQueries } from './report-figures.queries.ts'
import type { Period, PeriodType } from './report-period.ts'
import { type NewReport, reportQueries } from './reports.queries.ts'

interface Parts {
  db: Kysely<Database>
  clock: Clock
}

/** The limit per site, so that nobody fills the queue. */
const mostWaiting = 20

/** Enqueues a report of a period. Returns its id. */
export function requestReport(
  { db, clock }: Parts,
  caller: Caller,
  scope: Scope,
  body: BodyOf<typeof reports.create>,
  period: Period,
): Promise<string> {
  const { Type: type, Name, Devices, Groups, Sections } = body
  return db.transaction().execute(async (tx) => {
    await requireWithinScope(tx, ownScope(caller), { Devices, Groups })
    return enqueueReport(tx, caller, {
      siteId: scope.siteId,
      type,
      name: Name ?? (type === 'Custom' ? 'Report' : reportNames[type]),
      ...period,
      sections: Sections && [...new Set(Sections)],
      deviceIds: Devices,
      groupIds: Groups,
      at: clock(),
    })
  })
}

interface OwnReportRequest {
  ownReportId: string
  type: PeriodType | 'Custom'
  period: Period
}

/** Enqueues an own report for a period. Returns the id of the resulting report. */
export function requestOwnReport(
  { db, clock }: Parts,
  caller: Caller,
  scope: Scope,
  { ownReportId, type, period }: OwnReportRequest,
): Promise<string> {
  return db.transaction().execute(async (tx) => {
    const plan = found(await ownReportQueries(tx).findPlan(ownReportId), 'own_report_not_found')
    return enqueueReport(tx, caller, {
      siteId: scope.siteId,
      type,
      ...plan,
      ...period,
      ownReportId,
      at: clock(),
    })
  })
}

async function enqueueReport(
  tx: Kysely<Database>,
  { userId }: Caller,
  report: Omit<NewReport, 'id' | 'isScheduled' | 'createdBy'>,
): Promise<string> {
  const { siteId, name, firstDay, lastDay } = report
  const queries = reportQueries(tx)
  if ((await queries.countRequested(siteId)) >= mostWaiting) throw new AppError('report_limit')
  const id = uuidv7()
  await queries.insertReport({ ...report, id, isScheduled: false, createdBy: userId })
  await enqueue(tx, makeReportJob, { reportId: id }, { id, group: siteId })
  await insertAuditEntry(tx, {
    actorId: userId,
    siteId,
    action: 'report.requested',
    subjectId: id,
    details: { name, firstDay, lastDay },
  })
  return id
}

/** Refuses devices and groups outside of the scope, whether they exist or not. */
export async function requireWithinScope(
  tx: Kysely<Database>,
  scope: Scope,
  { Devices, Groups }: { Devices?: string[] | undefined; Groups?: string[] | undefined },
): Promise<void> {
  const queries = reportDeviceQueries(tx)
  if (Devices) {
    const wanted = new Set(Devices.map((id) => id.toLowerCase()))
    if ((await queries.listIds(scope, { deviceIds: [...wanted] })).length < wanted.size)
      throw new AppError('device_not_found')
  }
  if (Groups) {
    const wanted = new Set(Groups.map((id) => id.toLowerCase()))
    if ((await queries.countGroups(scope, [...wanted])) < wanted.size) throw new AppError('group_not_found')
  }
}

/** Cancels the generation of a report. One that has ended in the meantime stays as it is. */
export function cancelReport({ db, clock }: Parts, caller: Caller, id: string): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const queries = reportQueries(tx)
    const row = found(await queries.findReport(ownScope(caller), id), 'report_not_found')
    if (!(await queries.finish(row.id, { state: 'Canceled', at: clock() }))) return
    await insertAuditEntry(tx, {
      actorId: caller.userId,
      siteId: row.site_id,
      action: 'report.canceled',
      subjectId: row.id,
      details: { name: row.name },
    })
  })
}

export function deleteReport({ db, clock }: Parts, caller: Caller, id: string): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const queries = reportQueries(tx)
    const row = found(await queries.findReport(ownScope(caller), id), 'report_not_found')
    await queries.deleteReport(row.id, clock())
    await insertAuditEntry(tx, {
      actorId: caller.userId,
      siteId: row.site_id,
      action: 'report.deleted',
      subjectId: row.id,
      details: { name: row.name, firstDay: row.first_day, lastDay: row.last_day },
    })
  })
}
