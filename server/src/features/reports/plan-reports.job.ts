import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import { uuidv7 } from '../../platform/db/uuid.ts'
import { enqueue } from '../../platform/jobs/job-queue.ts'
import { reportNames } from './build-report.command.ts'
import { makeReportJob } from './make-report.job.ts'
import { ownReportQueries } from './own-reports.queries.ts'
import { duePeriods } from './report-period.ts'
import { reportPlanQueries, type WantedReport } from './report-plan.queries.ts'
import { reportQueries } from './reports.queries.ts'

/**
 * Enqueues the reports that have become due since the last run, oldest first: each once for its site and period, despite
 * interruptions and whatever the number of processes. Planning begins when a report is first subscribed to, or scheduled.
 */
export async function planReports(db: Kysely<Database>, now: Date): Promise<void> {
  const wanted = await reportPlanQueries(db).listWanted(now)
  await reportPlanQueries(db).deleteCursors(wanted)
  for (const one of wanted) {
    if (one.plannedUntil === null) await reportPlanQueries(db).insertCursor(one, now)
    else if (duePeriods(one.type, one.timeZone, one.plannedUntil.getTime(), now.getTime()).length > 0)
      await db.transaction().execute((tx) => planSite(tx, one, now))
  }
}

async function planSite(tx: Kysely<Database>, wanted: WantedReport, now: Date): Promise<void> {
  const { siteId, timeZone, type, ownReportId } = wanted
  const queries = reportPlanQueries(tx)
  const plannedUntil = await queries.lockCursor(wanted)
  if (!plannedUntil) return // it is no longer wanted
  const own = ownReportId === null ? undefined : await ownReportQueries(tx).findPlan(ownReportId)
  for (const { firstDay, lastDay } of duePeriods(type, timeZone, plannedUntil.getTime(), now.getTime())) {
    const id = uuidv7()
    const isNew = await reportQueries(tx).insertReport({
      id,
      siteId,
      type,
      name: own?.name ?? reportNames[type],
      firstDay,
      lastDay,
      isScheduled: true,
      sections: type === 'Heatmap-Alerts' ? ['Unusual'] : own?.sections,
      deviceIds: own?.deviceIds,
      ownReportId,
      createdBy: null,
      at: now,
    })
    // Own reports can be many. They must not delay the usual ones, or one that a user is waiting for.
    const priority = ownReportId === null ? 0 : -1
    if (isNew) await enqueue(tx, makeReportJob, { reportId: id }, { id, group: siteId, priority })
  }
  if (now > plannedUntil) await queries.moveCursor(wanted, now)
}
