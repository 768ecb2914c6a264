import { permits } from '@eot/contract/permissions'
import type { Kysely } from 'kysely'
import { siteIdsOf } from '../../access/site-path.ts'
import type { Database } from '../../database.ts'
import { requestMail } from '../messages/index.ts'
import { candidateQueries, matchReceiver, type Receiver } from '../notifications/index.ts'
import type { PeriodType } from './report-period.ts'
import { reportPlanQueries } from './report-plan.queries.ts'
import { type ReportRow, reportQueries } from './reports.queries.ts'

/** Requests an email to everybody whom subscriptions tell of a scheduled report, in the transaction that stores it. */
export async function sendReport(tx: Kysely<Database>, row: ReportRow, at: Date): Promise<void> {
  if (row.type === 'Custom') return
  const people = await listReportReaders(
    tx,
    { siteId: row.site_id, sitePath: row.sitePath, type: row.type },
    at,
  )
  for (const { userId, email } of people)
    await requestMail(tx, {
      kind: 'Report',
      receiver: email,
      userId,
      siteId: row.site_id,
      details: { reportId: row.id },
      at,
    })
  await reportQueries(tx).setReceivers(row.id, people.length)
}

/** The subscribers of a report who may read it and can be told by email, in the order of their ids. */
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

export const mayRead = (person: Receiver, sitePath: string): boolean =>
  matchReceiver(person, sitePath, 'Email') === null &&
  permits({ priority: person.rolePriority, isAtRoot: siteIdsOf(person.sitePath).length === 1 }, 'ViewReports')
