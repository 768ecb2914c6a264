import { ownReports } from '@eot/contract/own-reports'
import type { Caller } from '../../access/caller.ts'
import { ownScope } from '../../access/scope.ts'
import { answerPage } from '../../platform/answer-page.ts'
import { found, invalid } from '../../platform/app-error.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { findReading } from '../notifications/index.ts'
import { createOwnReport, deleteOwnReport, updateOwnReport } from './change-own-reports.command.ts'
import { requestOwnReport } from './change-reports.command.ts'
import { choosePeriod } from './choose-period.ts'
import { listOwnReaders } from './own-report-readers.command.ts'
import { type OwnReportRow, ownReportQueries } from './own-reports.queries.ts'
import { ownReportHead, ownReportToWire } from './own-reports.wire.ts'
import { reportQueries } from './reports.queries.ts'
import type { ReportParts } from './reports.routes.ts'
import { recordToWire } from './reports.wire.ts'

export function ownReportRoutes(
  serve: Serve<Caller>,
  parts: Pick<ReportParts, 'db' | 'scopeOf' | 'clock'>,
): void {
  const { db, scopeOf, clock } = parts
  const queries = ownReportQueries(db)

  const findOwn = async (caller: Caller, id: string) =>
    found(await queries.findOwnReport(ownScope(caller), id), 'own_report_not_found')
  const answer = async (row: OwnReportRow) => {
    const receivers = (await listOwnReaders(db, [row])).get(row.id)?.length ?? 0
    return ownReportToWire(row, { receivers, now: clock() })
  }

  serve(ownReports.list, async ({ query, caller }) => {
    const reach = { own: ownScope(caller), listed: await scopeOf(caller, query) }
    const { search, sortBy, order = 'asc' } = query
    return answerPage(query, {
      count: () => queries.countOwnReports(reach.listed, search),
      list: async (slice) => {
        const rows = await queries.listOwnReports(reach, search, { sortBy, order, ...slice })
        const readers = await listOwnReaders(db, rows)
        const now = clock()
        return rows.map((row) => ownReportHead(row, { receivers: readers.get(row.id)?.length ?? 0, now }))
      },
    })
  })
  serve(ownReports.get, async ({ params, caller }) => answer(await findOwn(caller, params.id)))
  serve(ownReports.create, async ({ body, caller }) => answer(await createOwnReport(parts, caller, body)))
  serve(ownReports.update, async ({ params, body, caller }) =>
    answer(await updateOwnReport(parts, caller, params.id, body)),
  )
  serve(ownReports.remove, ({ params, caller }) => deleteOwnReport(parts, caller, params.id))

  serve(ownReports.make, async ({ params, body, caller }) => {
    const row = await findOwn(caller, params.id)
    const wish = { type: body.Type, day: body.Day, lastDay: body.LastDay }
    const period = choosePeriod(wish, clock().getTime(), row.timeZone)
    if ('field' in period) throw invalid(period.field === 'day' ? 'Day' : 'LastDay', period.problem)
    const scope = await scopeOf(caller, { SiteId: row.site_id })
    const id = await requestOwnReport(parts, caller, scope, { ownReportId: row.id, type: body.Type, period })
    const record = await reportQueries(db).findReport(ownScope(caller), id)
    return recordToWire(found(record, 'report_not_found'), await findReading(db, caller.userId))
  })
}
