import { reports } from '@eot/contract/reports'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Printer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../domain/panel.tsx'
import { callForBlob } from '../../lib/api/api.ts'
import { queryOf } from '../../lib/api/query.ts'
import { PdfButton } from '../../lib/lists/download-button.tsx'
import { shownClock } from '../../texts/date-format.ts'
import { Button } from '../../ui/button.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ReportArchive } from './report-archive.tsx'
import { ReportSheet } from './report-sheet.tsx'

interface OwnReportSheetProps {
  /** The id of a report of the archive. */
  id: string
  /** Opens another one; undefined: the list. */
  onOpen: (id: string | undefined) => void
}

/** A report made from an own report, under its name, with the others made from it. */
export function OwnReportSheet({ id, onOpen }: OwnReportSheetProps) {
  const { t } = useTranslation()
  const params = { id }
  const clock = shownClock()
  const shown = useQuery(queryOf(reports.read, { params, query: { clock } }))
  const record = useQuery(queryOf(reports.get, { params })).data
  return (
    <>
      <PageHead
        title={shown.data?.Name ?? record?.Name ?? t('reports.title')}
        sub={shown.data?.Period}
        actions={
          <>
            <Button icon={ArrowLeft} onClick={() => onOpen(undefined)}>
              {t('reports.own.back')}
            </Button>
            <PdfButton name="report" load={() => callForBlob(reports.pdf, { params, query: { clock } })} />
            <Button icon={Printer} onClick={() => window.print()}>
              {t('reports.print')}
            </Button>
          </>
        }
      />
      <div className="report-layout">
        <Panel query={shown} className="report-main" skeleton={<Skeleton height={640} />}>
          {(report) => (
            <div className="report-main">
              <ReportSheet
                report={report}
                loadTable={(table) => callForBlob(reports.table, { params, query: { table, clock } })}
              />
            </div>
          )}
        </Panel>
        {record && (
          <aside className="report-side" aria-label={t('reports.archive')}>
            <ReportArchive
              siteId={record.Site.Id}
              ownReport={record.OwnReport ?? undefined}
              open={id}
              onOpen={onOpen}
            />
          </aside>
        )}
      </div>
    </>
  )
}
