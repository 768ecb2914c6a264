import { type Device, devices } from '@eot/contract/devices'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Cpu } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../lib/api/query.ts'
import { ListPage } from '../../lib/lists/list-page.tsx'
import { useListPage } from '../../lib/lists/use-list-page.ts'
import { useCurrentSiteId } from '../../session/current-site.ts'
import { useAllowed, useFeatures } from '../../session/use-session.tsx'
import { AddDeviceDrawer } from './add-device-drawer.tsx'
import { DeviceCard, deviceColumns } from './device-columns.tsx'
import { deviceList } from './device-list.ts'

/** Devices of the current site and its sub-sites, with a drawer to add one. */
export function DevicesPage() {
  const { t } = useTranslation()
  const siteId = useCurrentSiteId()
  const navigate = useNavigate()
  const mayAdd = useFeatures(deviceList.path).add
  const mayOpen = useAllowed('ViewLiveSensorData')
  const online = useQuery(queryOf(devices.online, { query: { SiteId: siteId } }))
  const list = useListPage(deviceList, (params) =>
    queryOf(devices.list, { query: { SiteId: siteId, ...params } }),
  )
  const openLive = ({ Id, Site }: Device) => {
    if (Site !== null) void navigate({ to: '/devices/live-sensor-data', search: { deviceId: Id } })
  }
  return (
    <ListPage
      list={list}
      title={t('devices.title')}
      sub={online.data && t('devices.count', { online: online.data.Online, total: online.data.Total })}
      searchLabel={t('devices.search')}
      columns={deviceColumns()}
      card={(device) => <DeviceCard device={device} />}
      onRow={mayOpen ? openLive : undefined}
      empty={{ icon: Cpu, title: t('devices.empty.title'), text: t('devices.empty.text') }}
      nothing={{
        title: t('devices.empty.filtered', { search: list.state.search }),
        hint: t('devices.empty.filteredText'),
      }}
      add={
        mayAdd
          ? {
              text: t('devices.add'),
              form: (close) => (
                <AddDeviceDrawer
                  siteId={siteId}
                  models={[...new Set(list.rows?.map(({ Model }) => Model.Name))]}
                  onClose={close}
                />
              ),
            }
          : undefined
      }
    />
  )
}
