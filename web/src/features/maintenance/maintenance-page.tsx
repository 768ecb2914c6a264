import './maintenance.css'
import { maintenance } from '@eot/contract/maintenance'
import { useQuery } from '@tanstack/react-query'
import { Wrench } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../lib/api/query.ts'
import { DetailsDrawer } from '../../lib/lists/details-drawer.tsx'
import { ListFilters, OneFilter } from '../../lib/lists/list-filters.tsx'
import { ListPage } from '../../lib/lists/list-page.tsx'
import { useListPage } from '../../lib/lists/use-list-page.ts'
import { useCurrentSiteId } from '../../session/current-site.ts'
import { useAllowed } from '../../session/use-session.tsx'
import { MaintenanceCard, maintenanceColumns } from './maintenance-columns.tsx'
import { AddMaintenanceDrawer, EditMaintenanceDrawer } from './maintenance-drawer.tsx'
import { MaintenanceFacts } from './maintenance-facts.tsx'
import { maintenanceList, periods } from './maintenance-list.ts'
import { periodOf, placeName } from './maintenance-words.ts'

/** The maintenance windows of the current site and its sub-sites: now, planned and past. */
export function MaintenancePage() {
  const { t } = useTranslation()
  const siteId = useCurrentSiteId()
  const mayEdit = useAllowed('EditMaintenance')
  const list = useListPage(maintenanceList, ({ period, ...params }) =>
    queryOf(maintenance.list, { query: { SiteId: siteId, Period: period, ...params } }),
  )
  return (
    <ListPage
      list={list}
      title={t('maintenance.title')}
      sub={t('maintenance.sub')}
      searchLabel={t('maintenance.search')}
      filters={
        <ListFilters>
          <OneFilter
            list={maintenanceList}
            name="period"
            label={t('maintenance.period')}
            values={periods}
            text={(period) => t(`maintenance.${period}`)}
          />
        </ListFilters>
      }
      columns={maintenanceColumns()}
      card={(row) => <MaintenanceCard row={row} />}
      details={(id, _known, close) => <Details key={id} id={id} onClose={close} />}
      empty={{ icon: Wrench, title: t('maintenance.empty'), text: t('maintenance.emptyText') }}
      nothing={{ title: t('maintenance.nothing'), hint: t('maintenance.nothingHint') }}
      add={
        mayEdit
          ? { text: t('maintenance.add'), form: (close) => <AddMaintenanceDrawer onClose={close} /> }
          : undefined
      }
    />
  )
}

function Details({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation()
  const mayEdit = useAllowed('EditMaintenance')
  const query = useQuery(queryOf(maintenance.get, { params: { id } }))
  // Decided once: a window may end while somebody types, and the server refuses what comes too late.
  const [isOver, setOver] = useState<boolean>()
  if (query.data && isOver === undefined) setOver(periodOf(query.data, Date.now()) === 'Past')
  if (query.data && mayEdit && isOver === false)
    return <EditMaintenanceDrawer window={query.data} onClose={onClose} />
  return (
    <DetailsDrawer
      label={query.data ? placeName(query.data) : t('maintenance.window')}
      id={id}
      query={query}
      gone={t('maintenance.gone')}
      onClose={onClose}
    >
      {(window) => <MaintenanceFacts window={window} />}
    </DetailsDrawer>
  )
}
