import './device-page.css'
import { devices } from '@eot/contract/devices'
import { useNavigate } from '@tanstack/react-router'
import { Cpu } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ImportLink } from '../../domain/import-link.tsx'
import { queryOf } from '../../lib/api/query.ts'
import { ListPage } from '../../lib/lists/list-page.tsx'
import { useListPage } from '../../lib/lists/use-list-page.ts'
import { useListState } from '../../lib/lists/use-list-state.ts'
import { Segments } from '../../ui/segments.tsx'
import { type AdminDeviceView, adminDeviceList, adminDeviceViews } from './admin-device-list.ts'
import { useDeviceSelection } from './device-bulk-bar.tsx'
import { DeviceCard, deviceColumns } from './device-columns.tsx'
import { InventoryDrawer } from './inventory-drawer.tsx'
import { ModelsPanel } from './models-panel.tsx'

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
  const list = useListPage(adminDeviceList, ({ view: _, ...params }) =>
    queryOf(devices.list, { query: { ...params, ...(isInventory && { claimed: false }) } }),
  )
  return (
    <ListPage
      list={list}
      title={t('devices.admin.title')}
      label={t(`devices.admin.views.${view}`)}
      searchLabel={t('devices.search')}
      rareActions={<ImportLink to="/devices/import" />}
      filters={<Views />}
      columns={deviceColumns()}
      selection={useDeviceSelection()}
      card={(device) => <DeviceCard device={device} />}
      onRow={({ Id }) => void navigate({ to: '/devices', search: { deviceId: Id } })}
      empty={{
        icon: Cpu,
        title: t(isInventory ? 'devices.admin.noInventory' : 'devices.empty.title'),
        text: t(isInventory ? 'devices.admin.noInventoryText' : 'devices.empty.text'),
      }}
      nothing={{
        title: t('devices.empty.filtered', { search: list.state.search }),
        hint: t('devices.empty.filteredText'),
      }}
      add={{ text: t('devices.admin.add'), form: (close) => <InventoryDrawer onClose={close} /> }}
    />
  )
}
