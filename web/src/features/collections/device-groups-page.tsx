import { type DeviceGroupRow, groups } from '@eot/contract/device-groups'
import { useQuery } from '@tanstack/react-query'
import { Boxes } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../lib/api/query.ts'
import { cellColumn, numberColumn, textColumn } from '../../lib/lists/columns.tsx'
import { ListFilters, OneFilter } from '../../lib/lists/list-filters.tsx'
import { ListPage } from '../../lib/lists/list-page.tsx'
import { useListPage } from '../../lib/lists/use-list-page.ts'
import { useCurrentSiteId, useSitePath } from '../../session/current-site.ts'
import { useFeatures } from '../../session/use-session.tsx'
import { t } from '../../texts/i18n.ts'
import type { Column } from '../../ui/data-table.tsx'
import { CollectionCard, CollectionName, Readiness } from './collection-cells.tsx'
import { CollectionDrawer } from './collection-drawer.tsx'
import { activities, groupList, isActiveOf } from './collection-lists.ts'
import { AddGroupDrawer, EditGroupDrawer } from './group-drawer.tsx'

type SortField = (typeof groupList.sort)[number]

const columns = (): Column<DeviceGroupRow, SortField>[] => [
  cellColumn(t('collections.name'), (row) => <CollectionName row={row} list={groupList} />, {
    sort: 'Name',
    className: 'cut',
  }),
  textColumn(t('collections.site'), (row) => row.Site.Name, { sort: 'Site', className: 'cut' }),
  numberColumn(t('collections.groups.members'), (row) => row.DeviceCount, { sort: 'DeviceCount' }),
  cellColumn(t('collections.groups.ready'), (row) => (
    <Readiness words="groups" ready={row.OnlineCount} count={row.DeviceCount} />
  )),
]

/** Device groups of the current site and its sub-sites. */
export function DeviceGroupsPage() {
  const { t } = useTranslation()
  const siteId = useCurrentSiteId()
  const site = useSitePath().data?.name
  const may = useFeatures(groupList.path)
  const list = useListPage(groupList, ({ state, ...params }) =>
    queryOf(groups.list, { query: { SiteId: siteId, IsActive: isActiveOf(state), ...params } }),
  )
  const count = list.state.isNarrowed ? undefined : list.query.data?.Total
  return (
    <ListPage
      list={list}
      title={t('collections.groups.title')}
      sub={count !== undefined && site && t('collections.groups.count', { count, site })}
      searchLabel={t('collections.groups.search')}
      filters={
        <ListFilters>
          <OneFilter
            list={groupList}
            name="state"
            label={t('collections.state')}
            values={activities}
            text={(state) => t(`collections.${state}`)}
          />
        </ListFilters>
      }
      columns={columns()}
      card={(row) => (
        <CollectionCard
          row={row}
          list={groupList}
          words="groups"
          ready={row.OnlineCount}
          count={row.DeviceCount}
        />
      )}
      details={(id, known, close) => (
        <GroupDetails key={id} id={id} known={known} siteId={siteId} mayEdit={may.edit} onClose={close} />
      )}
      empty={{
        icon: Boxes,
        title: t('collections.groups.empty'),
        text: t('collections.groups.emptyText'),
      }}
      nothing={{ title: t('collections.groups.nothing'), hint: t('collections.nothingHint') }}
      add={
        may.add
          ? {
              text: t('collections.groups.add'),
              form: (close) => <AddGroupDrawer key={siteId} siteId={siteId} onClose={close} />,
            }
          : undefined
      }
    />
  )
}

interface GroupDetailsProps {
  id: string
  known: DeviceGroupRow | undefined
  siteId: string
  mayEdit: boolean
  onClose: () => void
}

function GroupDetails({ id, known, siteId, mayEdit, onClose }: GroupDetailsProps) {
  // The form keeps what it opened with; a save of somebody else shows when this one is saved.
  const query = useQuery(queryOf(groups.get, { params: { id } }))
  const { data } = query
  return (
    <CollectionDrawer
      words="groups"
      id={id}
      query={query}
      known={known}
      members={data?.Devices}
      onClose={onClose}
      form={mayEdit && data && <EditGroupDrawer group={data} siteId={siteId} onClose={onClose} />}
    />
  )
}
