import '../alert-cards.css'
import '../alerts.css'
import { alerts } from '@eot/contract/alerts'
import { CalendarX, Printer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { callForBlob } from '../../../lib/api/api.ts'
import { ListPage } from '../../../lib/lists/list-page.tsx'
import { Button } from '../../../ui/button.tsx'
import { AlertCard } from '../alert-columns.tsx'
import { AlertDrawer } from '../alert-drawer.tsx'
import { AlertFilterBar } from '../alert-filter-bar.tsx'
import { AlertOverview } from '../alert-overview.tsx'
import { NewAlertsPill } from '../new-alerts-pill.tsx'
import { useAlertList, useRangeInAddress } from '../use-alert-list.ts'
import { useNewAlerts } from '../use-new-alerts.ts'
import { useReportColumns } from './report-columns.tsx'
import { ReportSummary } from './report-summary.tsx'

/** Every alert of a time range, and how it was handled: to read, to print, and as CSV. */
export function AlertReportPage() {
  const { t } = useTranslation()
  const { list, request, query, range } = useAlertList('/reports/alerts')
  const { waiting, fresh, reset } = useNewAlerts(request)
  useRangeInAddress(range)
  const empty = { icon: CalendarX, title: t('reports.noneYet'), text: t('reports.noneYetText') }
  return (
    <ListPage
      className="alert-list"
      list={list}
      title={t('reports.alerts')}
      sub={<ReportSummary query={query} />}
      searchLabel={t('alerts.search')}
      csv={{ name: 'alerts', load: () => callForBlob(alerts.export, { query }) }}
      rareActions={
        <Button icon={Printer} onClick={() => window.print()}>
          {t('reports.print')}
        </Button>
      }
      filters={<AlertFilterBar range={range} />}
      above={
        <>
          <AlertOverview query={query} range={range} />
          <NewAlertsPill list={list} waiting={waiting} onShow={reset} />
        </>
      }
      columns={useReportColumns()}
      card={(alert) => <AlertCard alert={alert} />}
      rowClass={(alert) => (fresh.has(alert.Id) ? 'fresh' : undefined)}
      details={(id, known, close) => <AlertDrawer id={id} known={known} onClose={close} />}
      empty={empty}
      nothing={{ title: t('alerts.nothing') }}
    />
  )
}
