import { devices } from '@eot/contract/devices'
import { models } from '@eot/contract/models'
import { sites } from '@eot/contract/sites'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Cpu, Tag } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ImportLink } from '../../domain/import-link.tsx'
import { queryOf } from '../../lib/api/query.ts'
import { ListPage } from '../../lib/lists/list-page.tsx'
import { useListPage } from '../../lib/lists/use-list-page.ts'
import { useListState } from '../../lib/lists/use-list-state.ts'
import { useCurrentSiteId } from '../../session/current-site.ts'
import { useFeatures } from '../../session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { AddDeviceDrawer } from './add-device-drawer.tsx'
import { ClaimDialog } from './claim-dialog.tsx'
import { DeviceCard, deviceColumns, noDeviceMatches } from './device-columns.tsx'
import { DeviceFilterBar } from './device-filter-bar.tsx'
import { filterOf } from './device-filters.ts'
import { deviceList } from './device-list.ts'
import { DevicePage } from './device-page.tsx'
import { useDeviceSelection } from './device-selection.tsx'
import { refreshEveryMs } from './refresh-every.ts'

/** Devices of the current site and its sub-sites, or the page of the one named in the address. */
export function DevicesPage() {
  const navigate = useNavigate()
  const { open, filters, filter } = useListState(deviceList)
  if (open === undefined) return <DeviceList />
  return (
    <DevicePage
      key={open}
      id={open}
      isEditing={filters.edit === true}
      onEdit={(isEditing) => filter({ edit: isEditing || undefined })}
      onGone={() => navigate({ to: '/devices', replace: true })}
    />
  )
}

function DeviceList() {
  const { t } = useTranslation()
  const siteId = useCurrentSiteId()
  const mayAdd = useFeatures(deviceList.path).add
  const online = useQuery(queryOf(devices.online, { query: { SiteId: siteId } }))
  const all = useQuery({ ...queryOf(models.all), enabled: mayAdd })
  const present = useQuery(queryOf(sites.models, { params: { id: siteId } }))
  const list = useListPage(deviceList, ({ edit: _, status, model, state, ...params }) => ({
    ...queryOf(devices.list, {
      query: { SiteId: siteId, ...filterOf({ status, model, state }), ...params },
    }),
    refetchInterval: refreshEveryMs,
  }))
  const [isClaiming, setClaiming] = useState(false)
  const offered = (all.data ?? []).filter(({ IsActive }) => IsActive).map(({ Name }) => Name)
  return (
    <>
      <ListPage
        list={list}
        title={t('devices.title')}
        sub={online.data && t('devices.count', { online: online.data.Online, total: online.data.Total })}
        searchLabel={t('devices.search')}
        rareActions={
          <>
            <ImportLink to="/devices/import" />
            {mayAdd && (
              <Button icon={Tag} onClick={() => setClaiming(true)}>
                {t('devices.claim.open')}
              </Button>
            )}
          </>
        }
        filters={<DeviceFilterBar list={deviceList} models={present.data ?? []} />}
        columns={deviceColumns()}
        selection={useDeviceSelection(siteId)}
        card={(device) => <DeviceCard device={device} />}
        onRow={({ Id }) => list.state.onOpen(Id)}
        empty={{ icon: Cpu, title: t('devices.empty.title'), text: t('devices.empty.text') }}
        nothing={noDeviceMatches(list.state.search)}
        add={
          mayAdd
            ? {
                text: t('devices.add'),
                form: (close) => <AddDeviceDrawer siteId={siteId} models={offered} onClose={close} />,
              }
            : undefined
        }
      />
      {isClaiming && <ClaimDialog siteId={siteId} onClose={() => setClaiming(false)} />}
    </>
  )
}
