import './alert-cards.css'
import './alerts.css'
import { alerts } from '@eot/contract/alerts'
import { sites } from '@eot/contract/sites'
import { useQuery } from '@tanstack/react-query'
import { BellOff } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { alertTitle } from '../../domain/alerts/alert-title.tsx'
import { resetNewAlertCounts } from '../../domain/alerts/new-alerts.ts'
import { inactiveSites, offText } from '../../domain/inactive-sites.ts'
import { callForBlob } from '../../lib/api/api.ts'
import { queryOf } from '../../lib/api/query.ts'
import { ListPage } from '../../lib/lists/list-page.tsx'
import { useCurrentSiteId, useSitePath } from '../../session/current-site.ts'
import { useAllowed } from '../../session/use-session.tsx'
import { AlertCard, useAlertColumns } from './alert-columns.tsx'
import { AlertDrawer } from './alert-drawer.tsx'
import { AlertFilterBar } from './alert-filter-bar.tsx'
import { AlertOverview } from './alert-overview.tsx'
import { BulkConfirm } from './bulk-confirm.tsx'
import { NewAlertsPill } from './new-alerts-pill.tsx'
import { useAlertList, useRangeInAddress } from './use-alert-list.ts'
import { useNewAlerts } from './use-new-alerts.ts'

/** If the list is empty, returns where below the current site no alerts are raised. */
function usePartlyOff(isEmpty: boolean): string | undefined {
  const SiteId = useCurrentSiteId()
  const tree = useQuery({ ...queryOf(sites.tree, { query: { SiteId } }), enabled: isEmpty })
  return offText(inactiveSites(tree.data ?? []).map(({ Name }) => Name))
}

export function AlertsPage() {
  const { t } = useTranslation()
  const { list, request, query, range } = useAlertList()
  const { waiting, fresh, reset } = useNewAlerts(request)
  const mayConfirm = useAllowed('ConfirmAlerts')
  const site = useSitePath().data
  const partlyOff = usePartlyOff(list.query.data?.Total === 0)
  useRangeInAddress(range)
  useEffect(resetNewAlertCounts, [])
  return (
    <ListPage
      className="alert-list"
      list={list}
      title={t('alerts.title')}
      label={t('alerts.list')}
      searchLabel={t('alerts.search')}
      csv={{ name: 'alerts', load: () => callForBlob(alerts.export, { query }) }}
      filters={<AlertFilterBar range={range} />}
      above={
        <>
          <AlertOverview query={query} range={range} />
          <NewAlertsPill list={list} waiting={waiting} onShow={reset} />
        </>
      }
      columns={useAlertColumns()}
      card={(alert) => <AlertCard alert={alert} />}
      rowClass={(alert) => (fresh.has(alert.Id) ? 'fresh' : undefined)}
      details={(id, known, close) => <AlertDrawer id={id} known={known} onClose={close} />}
      selection={
        mayConfirm
          ? {
              nameOf: (alert) => alertTitle(alert),
              bar: (chosen, onSelect) => <BulkConfirm alerts={chosen} onSelect={onSelect} />,
            }
          : undefined
      }
      empty={
        site?.inactive
          ? { icon: BellOff, title: t('dashboard.off', { site: site.name }), text: t('alerts.offText') }
          : { icon: BellOff, title: t('alerts.empty'), text: partlyOff ?? t('alerts.emptyText') }
      }
      nothing={{ title: t('alerts.nothing') }}
    />
  )
}
