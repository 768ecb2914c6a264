import './reports.css'
import type { Report } from '@eot/contract/report-model'
import { reports } from '@eot/contract/reports'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, Printer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../domain/panel.tsx'
import { callForBlob } from '../../lib/api/api.ts'
import { keepingPrevious } from '../../lib/api/keeping-previous.ts'
import { queryOf } from '../../lib/api/query.ts'
import { PdfButton } from '../../lib/lists/download-button.tsx'
import { useMinute } from '../../lib/time/now.ts'
import { useCurrentSiteId } from '../../session/current-site.ts'
import { useAllowed } from '../../session/use-session.tsx'
import { shownClock } from '../../texts/date-format.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { MakeReport } from './make-report.tsx'
import { ReportArchive } from './report-archive.tsx'
import { ReportSchedule } from './report-schedule.tsx'
import type { ReportSearch } from './report-search.ts'
import { ReportSheet } from './report-sheet.tsx'

type PeriodType = 'Pdf-Weekly' | 'Pdf-Monthly'

export const WeeklyReportPage = () => <ReportPage type="Pdf-Weekly" />
export const MonthlyReportPage = () => <ReportPage type="Pdf-Monthly" />

/** The report of a week or month, as in the PDF, with earlier ones. */
function ReportPage({ type }: { type: PeriodType }) {
  const { t } = useTranslation()
  const siteId = useCurrentSiteId()
  const mayMake = useAllowed('GenerateReport')
  const { day, report } = useSearch({ strict: false }) as ReportSearch // its routes parse it
  const navigate = useNavigate()
  const show = (search: ReportSearch) =>
    void navigate({ to: '.', search: search as never, resetScroll: false }) // the path is only known at run time
  const clock = shownClock()
  const shown = useQuery<Report>(
    keepingPrevious(
      report
        ? queryOf(reports.read, { params: { id: report }, query: { clock } })
        : queryOf(reports.view, { params: { id: siteId }, query: { type, clock, ...(day && { day }) } }),
    ) as never,
  ) // both answer with a report
  const loadPdf = () =>
    report
      ? callForBlob(reports.pdf, { params: { id: report }, query: { clock } })
      : callForBlob(reports.viewPdf, { params: { id: siteId }, query: { type, clock, ...(day && { day }) } })
  const loadTable = (table: string) =>
    report
      ? callForBlob(reports.table, { params: { id: report }, query: { table, clock } })
      : callForBlob(reports.viewTable, {
          params: { id: siteId },
          query: { type, table, clock, ...(day && { day }) },
        })
  return (
    <>
      <PageHead
        title={(report && shown.data?.Name) || t(`reports.${type}`)}
        sub={shown.data?.Period}
        actions={
          <>
            <PdfButton name={type === 'Pdf-Weekly' ? 'weekly-report' : 'monthly-report'} load={loadPdf} />
            <Button icon={Printer} onClick={() => window.print()}>
              {t('reports.print')}
            </Button>
            {mayMake && <MakeReport siteId={siteId} />}
          </>
        }
      />
      <div className="report-layout">
        <Panel query={shown} className="report-main" skeleton={<Skeleton height={640} />}>
          {(read) => (
            <div className="report-main">
              <Steps report={read} type={type} onShow={show} />
              <ReportSheet report={read} loadTable={loadTable} />
            </div>
          )}
        </Panel>
        <aside className="report-side" aria-label={t('reports.more')}>
          <ReportSchedule siteId={siteId} type={type} />
          <ReportArchive
            siteId={siteId}
            ownReport="none"
            open={report}
            onOpen={(id) => show({ report: id })}
          />
        </aside>
      </div>
    </>
  )
}

/** To the period before and after. */
function Steps({
  report,
  type,
  onShow,
}: {
  report: Report
  type: PeriodType
  onShow: (search: ReportSearch) => void
}) {
  const { t } = useTranslation()
  const isOver = Date.parse(report.EndAt) <= useMinute()
  const move = (from: string, days: number) =>
    onShow({ day: new Date(Date.parse(`${from}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10) })
  const names = type === 'Pdf-Weekly' ? 'week' : 'month'
  return (
    <div className="report-steps">
      <IconButton
        icon={ChevronLeft}
        label={t(`reports.${names}Before`)}
        onClick={() => move(report.FirstDay, -1)}
      />
      <strong>{report.Period}</strong>
      <IconButton
        icon={ChevronRight}
        label={t(`reports.${names}After`)}
        disabled={!isOver}
        onClick={() => move(report.LastDay, 1)}
      />
      {!isOver && <span className="muted">{t('reports.soFar')}</span>}
    </div>
  )
}
