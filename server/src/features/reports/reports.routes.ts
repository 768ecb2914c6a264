import { Readable } from 'node:stream'
import type { QueryOf } from '@eot/contract/endpoint'
import type { Report } from '@eot/contract/report-model'
import { reports } from '@eot/contract/reports'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Caller } from '../../access/caller.ts'
import { findTimeZoneOf } from '../../access/scope.queries.ts'
import { ownScope, type ScopeOf } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { answerPage } from '../../platform/answer-page.ts'
import { found, invalid } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { renderPdf } from '../../platform/pdf/render-pdf.ts'
import { findReading } from '../notifications/index.ts'
import { buildReport } from './build-report.command.ts'
import { cancelReport, deleteReport, requestReport, requireWithinScope } from './change-reports.command.ts'
import { choosePeriod } from './choose-period.ts'
import { incidentReport } from './incident-report.command.ts'
import { presentReport } from './present-report.ts'
import { fileNameOf, type PaperSize, reportPaper } from './report-paper.wire.ts'
import { reportPlanQueries } from './report-plan.queries.ts'
import { changeReportSettings, describeSettings } from './report-settings.command.ts'
import type { Reading } from './report-words.ts'
import { reportQueries } from './reports.queries.ts'
import { recordToWire, tableCsv } from './reports.wire.ts'

export interface ReportParts {
  db: Kysely<Database>
  scopeOf: ScopeOf
  clock: Clock
  pool: pg.Pool
  publicUrl: string
  /** Days for which rejected messages are kept. */
  quarantineDays: number
}

type ClockChoice = '12h' | '24h' | undefined
type ViewQuery = QueryOf<typeof reports.view>

export function reportRoutes(serve: Serve<Caller>, parts: ReportParts): void {
  const { db, scopeOf, clock, publicUrl, quarantineDays } = parts
  const queries = reportQueries(db)

  const readingOf = async ({ userId }: Caller, chosen?: ClockChoice): Promise<Reading> => {
    const reading = await findReading(db, userId)
    return chosen === undefined ? reading : { ...reading, is24h: chosen === '24h' }
  }
  const findOwn = async (caller: Caller, id: string) =>
    found(await queries.findReport(ownScope(caller), id), 'report_not_found')

  async function view(caller: Caller, SiteId: string, query: ViewQuery): Promise<Report> {
    const scope = await scopeOf(caller, { SiteId })
    const { type } = query
    const now = clock()
    const period = choosePeriod(query, now.getTime(), await findTimeZoneOf(db, scope.siteId))
    if ('field' in period) throw invalid(period.field, period.problem)
    await requireWithinScope(db, ownScope(caller), { Devices: query.deviceId, Groups: query.groupId })
    const facts = await buildReport(
      {
        scope,
        type: type === 'Custom' ? undefined : type,
        period,
        sections: query.sections,
        deviceIds: query.deviceId,
        groupIds: query.groupId,
      },
      { db, madeAt: now, quarantineDays },
    )
    return presentReport(facts, await readingOf(caller, query.clock), caller.siteId)
  }

  async function read(caller: Caller, id: string, chosen: ClockChoice): Promise<Report> {
    const row = await findOwn(caller, id)
    const facts = row.state === 'Ready' ? await queries.findFacts(id) : undefined
    return presentReport(found(facts, 'report_not_ready'), await readingOf(caller, chosen), caller.siteId)
  }

  async function pdfOf(report: Report, size: PaperSize, isSigned = false): Promise<Readable> {
    return Readable.from([await renderPdf(reportPaper(report, { size, publicUrl, isSigned }))])
  }
  const attachment = (report: Report, ending: string) =>
    ['content-disposition', `attachment; filename="${fileNameOf(report, ending)}"`] as const
  const paperOf = async (siteId: string, chosen: PaperSize | undefined) =>
    chosen ?? (await reportPlanQueries(db).getSettings(siteId)).paper

  serve(reports.list, async ({ params, query, caller }) => {
    const { siteId } = await scopeOf(caller, { SiteId: params.id })
    const wanted = query.reportTypes ?? ['All']
    const types = wanted.includes('All') ? undefined : wanted.filter((type) => type !== 'All')
    const reading = await readingOf(caller)
    const filter = {
      types,
      search: query.search,
      ownReportId: query.ownReport === 'none' ? null : query.ownReport,
    }
    return answerPage(query, {
      count: () => queries.countReports(siteId, filter),
      list: async (slice) =>
        (await queries.listReports(siteId, filter, query.order ?? 'desc', slice)).map((row) =>
          recordToWire(row, reading),
        ),
    })
  })

  serve(reports.view, ({ params, query, caller }) => view(caller, params.id, query))
  serve(reports.viewPdf, async ({ params, query, caller, reply }) => {
    const report = await view(caller, params.id, query)
    reply.header(...attachment(report, 'pdf'))
    return pdfOf(report, await paperOf(params.id, query.paper))
  })
  serve(reports.viewTable, async ({ params, query, caller, reply }) => {
    const report = await view(caller, params.id, query)
    reply.header(...attachment(report, `${query.table}.csv`))
    return tableCsv(report, query.table)
  })

  serve(reports.get, async ({ params, caller }) =>
    recordToWire(await findOwn(caller, params.id), await readingOf(caller)),
  )
  serve(reports.read, ({ params, query, caller }) => read(caller, params.id, query.clock))
  serve(reports.pdf, async ({ params, query, caller, reply }) => {
    const report = await read(caller, params.id, query.clock)
    reply.header(...attachment(report, 'pdf'))
    const { site_id: siteId } = await findOwn(caller, params.id)
    return pdfOf(report, await paperOf(siteId, query.paper))
  })
  serve(reports.table, async ({ params, query, caller, reply }) => {
    const report = await read(caller, params.id, query.clock)
    reply.header(...attachment(report, `${query.table}.csv`))
    return tableCsv(report, query.table)
  })

  serve(reports.ofAlert, async ({ params, query, caller, reply }) => {
    const facts = await incidentReport(parts, caller, params.id, clock())
    const report = presentReport(facts, await readingOf(caller, query.clock), caller.siteId)
    reply.header(...attachment(report, 'pdf'))
    return pdfOf(report, await paperOf(facts.site.id, query.paper), true)
  })

  serve(reports.create, async ({ params, body, caller }) => {
    const scope = await scopeOf(caller, { SiteId: params.id })
    const wish = { type: body.Type, day: body.Day, lastDay: body.LastDay }
    const period = choosePeriod(wish, clock().getTime(), await findTimeZoneOf(db, scope.siteId))
    if ('field' in period) throw invalid(period.field === 'day' ? 'Day' : 'LastDay', period.problem)
    const id = await requestReport(parts, caller, scope, body, period)
    return recordToWire(await findOwn(caller, id), await readingOf(caller))
  })
  serve(reports.cancel, async ({ params, caller }) => {
    await cancelReport(parts, caller, params.id)
    return recordToWire(await findOwn(caller, params.id), await readingOf(caller))
  })
  serve(reports.remove, ({ params, caller }) => deleteReport(parts, caller, params.id))

  serve(reports.settings, async ({ params, caller }) =>
    describeSettings(db, await scopeOf(caller, { SiteId: params.id }), clock()),
  )
  serve(reports.changeSettings, async ({ params, body, caller }) => {
    const scope = await scopeOf(caller, { SiteId: params.id })
    await changeReportSettings(parts, caller, scope, body)
    return describeSettings(db, scope, clock())
  })
}
