import type { Kysely } from 'kysely'
import { siteIdsOf } from '../../access/site-path.ts'
import type { Database } from '../../database.ts'
import { requestMail } from '../messages/index.ts'
import { candidateQueries, type Receiver } from '../notifications/index.ts'
import { mayRead } from './may-read.ts'
import { listOwnReaders } from './own-report-readers.command.ts'
import type { PeriodType } from './report-period.ts'
import { reportPlanQueries } from './report-plan.queries.ts'
import { type ReportRow, reportQueries } from './reports.queries.ts'

/**
 * Requests an email to every receiver of a scheduled report, by subscriptions or by the own report, in the transaction that
 * stores it.
 */
export async function sendReport(tx: Kysely<Database>, row: ReportRow, at: Date): Promise<void> {
  if (row.type === 'Custom') return
  const { site_id: siteId, sitePath, type, own_report_id: own } = row
  const people =
    own === null
      ? await listReportReaders(tx, { siteId, sitePath, type }, at)
      : ((await listOwnReaders(tx, [{ id: own, sitePath }])).get(own) ?? [])
  for (const { userId, email, sitePath: home } of people)
    await requestMail(tx, {
      kind: 'Report',
      receiver: email,
      userId,
      // The log of the report's site must not name people of sites above.
      siteId: siteIdsOf(home).at(-1) ?? siteId,
      details: { reportId: row.id },
      at,
    })
  await reportQueries(tx).setReceivers(row.id, people.length)
}

/** Lists the subscribers of a report who may read it and can be reached by email, ordered by id. */
export async function listReportReaders(
  db: Kysely<Database>,
  { siteId, sitePath, type }: { siteId: string; sitePath: string; type: PeriodType },
  now: Date,
): Promise<Receiver[]> {
  const ids = await reportPlanQueries(db).listReceivers(siteId, type, now)
  const people = await candidateQueries(db).findPeople(ids)
  return ids.flatMap((id) => {
    const person = people.get(id)
    return person && mayRead(person, sitePath) ? person : []
  })
}
