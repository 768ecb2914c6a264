import './reports.css'
import { ownReports } from '@eot/contract/own-reports'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { FilePlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../lib/api/query.ts'
import { DetailsDrawer } from '../../lib/lists/details-drawer.tsx'
import { ListPage } from '../../lib/lists/list-page.tsx'
import { useListPage } from '../../lib/lists/use-list-page.ts'
import { useCurrentSiteId } from '../../session/current-site.ts'
import { useAllowed } from '../../session/use-session.tsx'
import { OwnReportCard, ownReportColumns } from './own-report-columns.tsx'
import { AddOwnReportDrawer, EditOwnReportDrawer } from './own-report-drawer.tsx'
import { OwnReportFacts } from './own-report-facts.tsx'
import { ownReportList } from './own-report-list.ts'
import { OwnReportMade } from './own-report-made.tsx'
import { OwnReportSheet } from './own-report-sheet.tsx'
import type { ReportSearch } from './report-search.ts'

/** The own reports of the current site and its sub-sites, or a report that was made from one of them. */
export function OwnReportsPage({ above }: { above: ReactNode }) {
  const { report } = useSearch({ strict: false }) as ReportSearch // its route parses it
  const navigate = useNavigate()
  const show = (id: string | undefined) =>
    void navigate({ to: '.', search: ((before: object) => ({ ...before, report: id })) as never }) // as above
  if (report) return <OwnReportSheet key={report} id={report} onOpen={show} />
  return <OwnReportList above={above} onShow={show} />
}

function OwnReportList({ above, onShow }: { above: ReactNode; onShow: (id: string | undefined) => void }) {
  const { t } = useTranslation()
  const siteId = useCurrentSiteId()
  const mayMake = useAllowed('GenerateReport')
  const list = useListPage(ownReportList, (params) =>
    queryOf(ownReports.list, { query: { SiteId: siteId, ...params } }),
  )
  return (
    <ListPage
      list={list}
      title={t('reports.title')}
      label={t('reports.own.title')}
      sub={t('reports.sub')}
      searchLabel={t('reports.own.search')}
      filters={above}
      above={
        <p className="report-own-head">
          <strong>{t('reports.own.title')}</strong>
          <span className="muted">{t('reports.own.sub')}</span>
        </p>
      }
      columns={ownReportColumns()}
      card={(row) => <OwnReportCard row={row} />}
      details={(id, _known, close) => <Details key={id} id={id} onClose={close} onShow={onShow} />}
      empty={{ icon: FilePlus, title: t('reports.own.empty'), text: t('reports.own.emptyText') }}
      nothing={{ title: t('reports.own.nothing') }}
      add={
        mayMake
          ? { text: t('reports.own.add'), form: (close) => <AddOwnReportDrawer onClose={close} /> }
          : undefined
      }
    />
  )
}

interface DetailsProps {
  id: string
  onClose: () => void
  onShow: (id: string | undefined) => void
}

function Details({ id, onClose, onShow }: DetailsProps) {
  const { t } = useTranslation()
  const mayMake = useAllowed('GenerateReport')
  const query = useQuery(queryOf(ownReports.get, { params: { id } }))
  if (query.data && mayMake)
    return <EditOwnReportDrawer report={query.data} onClose={onClose} onShow={onShow} />
  return (
    <DetailsDrawer
      label={query.data?.Name ?? t('reports.own.one')}
      id={id}
      query={query}
      gone={t('reports.own.gone')}
      onClose={onClose}
    >
      {(report) => (
        <>
          <OwnReportFacts report={report} />
          <OwnReportMade isChanged={false} report={report} onShow={onShow} />
        </>
      )}
    </DetailsDrawer>
  )
}
