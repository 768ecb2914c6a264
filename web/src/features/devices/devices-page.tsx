import { type Device, devices } from '@eot/contract/devices'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Cpu, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ListCard } from '../../lib/list-card.tsx'
import type { ListSearch } from '../../lib/list-search.ts'
import { pageSize } from '../../lib/page-size.ts'
import { queryOf } from '../../lib/query.ts'
import { useTypedSearch } from '../../lib/use-typed-search.ts'
import { useCurrentSiteId } from '../../session/current-site.ts'
import { Allowed, useAllowed, useFeatures } from '../../session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Empty } from '../../ui/empty.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { AddDeviceDrawer } from './add-device-drawer.tsx'
import { DeviceCard, deviceColumns } from './device-columns.tsx'
import type { DeviceSortField } from './device-sort.ts'

/** Devices of the current site and below, and the way to add one. */
export function DevicesPage() {
  const { t } = useTranslation()
  const siteId = useCurrentSiteId()
  const {
    search = '',
    sortBy = 'Name',
    order = 'asc',
    page = 0,
    add,
  } = useSearch({ from: '/portal/devices' })
  const navigate = useNavigate({ from: '/devices' })
  const mayAdd = useFeatures('/devices').add
  const mayOpen = useAllowed('ViewLiveSensorData')
  const show = (change: ListSearch<DeviceSortField>, replace = false) =>
    void navigate({ search: (now) => ({ ...now, ...change }), replace })
  const [typed, setTyped] = useTypedSearch(search, (text) =>
    show({ search: text || undefined, page: undefined }, true),
  )
  const list = useQuery({
    ...queryOf(devices.list, {
      query: { SiteId: siteId, search: search || undefined, sortBy, order, Page: page, PageSize: pageSize },
    }),
    placeholderData: keepPreviousData,
  })
  const online = useQuery(queryOf(devices.online, { query: { SiteId: siteId } }))
  const openLive = ({ Id, Site }: Device) => {
    if (Site !== null) void navigate({ to: '/devices/live-sensor-data', search: { deviceId: Id } })
  }
  const adding = mayAdd && add === true
  return (
    <div className={classNames('split list-page', !adding && 'alone')}>
      <div>
        <PageHead
          title={t('devices.title')}
          sub={online.data && t('devices.count', { online: online.data.Online, total: online.data.Total })}
          actions={
            <>
              <SearchBox
                label={t('devices.search')}
                value={typed}
                onChange={(event) => setTyped(event.currentTarget.value)}
              />
              <Allowed to="AddDevices">
                <Button variant="primary" icon={Plus} onClick={() => show({ add: true })}>
                  {t('devices.add')}
                </Button>
              </Allowed>
            </>
          }
        />
        <ListCard
          title={t('devices.title')}
          query={list}
          columns={deviceColumns()}
          keyOf={(device) => device.Id}
          card={(device) => <DeviceCard device={device} />}
          sorting={{
            field: sortBy,
            order,
            onSort: (field, next) =>
              show({ sortBy: field, order: next === 'desc' ? 'desc' : undefined, page: undefined }),
          }}
          page={page}
          onPage={(next) => show({ page: next })}
          onOpen={mayOpen ? openLive : undefined}
          search={{
            text: search,
            title: t('devices.empty.filtered', { search }),
            hint: t('devices.empty.filteredText'),
            onClear: () => show({ search: undefined, page: undefined }),
          }}
        >
          <NoDevices onAdd={() => show({ add: true })} />
        </ListCard>
      </div>
      {adding && (
        <AddDeviceDrawer
          siteId={siteId}
          models={[...new Set(list.data?.Items?.map(({ Model }) => Model.Name))]}
          onClose={() => show({ add: undefined })}
        />
      )}
    </div>
  )
}

function NoDevices({ onAdd }: { onAdd: () => void }) {
  const { t } = useTranslation()
  return (
    <Empty
      icon={Cpu}
      title={t('devices.empty.title')}
      action={
        <Allowed to="AddDevices">
          <Button variant="primary" icon={Plus} onClick={onAdd}>
            {t('devices.add')}
          </Button>
        </Allowed>
      }
    >
      {t('devices.empty.text')}
    </Empty>
  )
}
