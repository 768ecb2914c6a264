import './device-page.css'
import { devices } from '@eot/contract/devices'
import { models } from '@eot/contract/models'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Cpu } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ImportLink } from '../../domain/import-link.tsx'
import { queryOf } from '../../lib/api/query.ts'
import type { EmptyWords } from '../../lib/lists/empty-list.tsx'
import { ListPage } from '../../lib/lists/list-page.tsx'
import { useListPage } from '../../lib/lists/use-list-page.ts'
import { useListState } from '../../lib/lists/use-list-state.ts'
import { useSession } from '../../session/use-session.tsx'
import { Segments } from '../../ui/segments.tsx'
import { type AdminDeviceView, adminDeviceList, adminDeviceViews } from './admin-device-list.ts'
import { DeviceCard, deviceColumns, noDeviceMatches } from './device-columns.tsx'
import { DeviceFilterBar } from './device-filter-bar.tsx'
import { filterOf } from './device-filters.ts'
import { useDeviceSelection } from './device-selection.tsx'
import { InventoryDrawer } from './inventory-drawer.tsx'
import { ModelsPanel } from './models-panel.tsx'
import { refreshEveryMs } from './refresh-every.ts'

/** All devices of the installation, those in the inventory, and the device models. */
export function AdminDevicesPage() {
  const { filters } = useListState(adminDeviceList)
  const { view = 'devices' } = filters
  return view === 'models' ? <ModelsPanel views={<Views />} /> : <Devices view={view} />
}

/** Switches between the views of the page. */
function Views() {
  const { t } = useTranslation()
  const { filters, filter } = useListState(adminDeviceList)
  return (
    <div className="device-views">
      <Segments
        label={t('devices.admin.view')}
        value={filters.view ?? 'devices'}
        options={adminDeviceViews.map((value) => ({ value, text: t(`devices.admin.views.${value}`) }))}
        onChange={(view) => filter({ view: view === 'devices' ? undefined : view })}
      />
    </div>
  )
}

function Devices({ view }: { view: Exclude<AdminDeviceView, 'models'> }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const isInventory = view === 'inventory'
  const root = useSession().site.siteId
  const all = useQuery(queryOf(models.all)).data ?? []
  const list = useListPage(adminDeviceList, ({ view: _, status, model, state, ...params }) => {
    const filter = filterOf({ status, model, state })
    return {
      ...queryOf(devices.list, { query: { ...filter, ...params, ...(isInventory && { claimed: false }) } }),
      refetchInterval: refreshEveryMs,
    }
  })
  const { status, model, state } = useListState(adminDeviceList).filters
  const empty: EmptyWords = {
    icon: Cpu,
    title: t(isInventory ? 'devices.admin.noInventory' : 'devices.empty.title'),
    text: t(isInventory ? 'devices.admin.noInventoryText' : 'devices.empty.text'),
  }
  const isFiltered = [list.state.search || undefined, status, model, state].some((one) => one !== undefined)
  return (
    <ListPage
      list={list}
      title={t('devices.admin.title')}
      label={t(`devices.admin.views.${view}`)}
      searchLabel={t('devices.search')}
      rareActions={<ImportLink to="/devices/import" />}
      filters={
        <>
          <Views />
          <DeviceFilterBar list={adminDeviceList} models={all} />
        </>
      }
      columns={deviceColumns()}
      selection={useDeviceSelection(root)}
      card={(device) => <DeviceCard device={device} />}
      onRow={({ Id }) => void navigate({ to: '/devices', search: { deviceId: Id } })}
      empty={empty}
      // The inventory is a list of its own, not a filter to be cleared.
      nothing={isFiltered ? noDeviceMatches(list.state.search) : undefined}
      add={{ text: t('devices.admin.add'), form: (close) => <InventoryDrawer onClose={close} /> }}
    />
  )
}
