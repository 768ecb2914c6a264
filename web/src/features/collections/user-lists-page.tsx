import { lists, type UserListRow } from '@eot/contract/user-lists'
import { useQuery } from '@tanstack/react-query'
import { UsersRound } from 'lucide-react'
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
import { activities, isActiveOf, userListList } from './collection-lists.ts'
import { AddListDrawer, EditListDrawer } from './list-drawer.tsx'

type SortField = (typeof userListList.sort)[number]

const columns = (): Column<UserListRow, SortField>[] => [
  cellColumn(t('collections.name'), (row) => <CollectionName row={row} list={userListList} />, {
    sort: 'Name',
    className: 'cut',
  }),
  textColumn(t('collections.site'), (row) => row.Site.Name, { sort: 'Site', className: 'cut' }),
  numberColumn(t('collections.lists.members'), (row) => row.UserCount, { sort: 'UserCount' }),
  cellColumn(t('collections.lists.ready'), (row) => (
    <Readiness words="lists" ready={row.ReachableCount} count={row.UserCount} />
  )),
]

/** User lists of the current site and its sub-sites. */
export function UserListsPage() {
  const { t } = useTranslation()
  const siteId = useCurrentSiteId()
  const site = useSitePath().data?.name
  const may = useFeatures(userListList.path)
  const list = useListPage(userListList, ({ state, ...params }) =>
    queryOf(lists.list, { query: { SiteId: siteId, IsActive: isActiveOf(state), ...params } }),
  )
  const count = list.state.isNarrowed ? undefined : list.query.data?.Total
  return (
    <ListPage
      list={list}
      title={t('collections.lists.title')}
      sub={count !== undefined && site && t('collections.lists.count', { count, site })}
      searchLabel={t('collections.lists.search')}
      filters={
        <ListFilters>
          <OneFilter
            list={userListList}
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
          list={userListList}
          words="lists"
          ready={row.ReachableCount}
          count={row.UserCount}
        />
      )}
      details={(id, known, close) => (
        <ListDetails key={id} id={id} known={known} siteId={siteId} mayEdit={may.edit} onClose={close} />
      )}
      empty={{
        icon: UsersRound,
        title: t('collections.lists.empty'),
        text: t('collections.lists.emptyText'),
      }}
      nothing={{ title: t('collections.lists.nothing'), hint: t('collections.nothingHint') }}
      add={
        may.add
          ? {
              text: t('collections.lists.add'),
              form: (close) => <AddListDrawer key={siteId} siteId={siteId} onClose={close} />,
            }
          : undefined
      }
    />
  )
}

interface ListDetailsProps {
  id: string
  known: UserListRow | undefined
  siteId: string
  mayEdit: boolean
  onClose: () => void
}

function ListDetails({ id, known, siteId, mayEdit, onClose }: ListDetailsProps) {
  // The form keeps what it opened with; a save of somebody else shows when this one is saved.
  const query = useQuery(queryOf(lists.get, { params: { id } }))
  const { data } = query
  return (
    <CollectionDrawer
      words="lists"
      id={id}
      query={query}
      known={known}
      members={data?.Users.map(({ Id, FullName }) => ({ Id, Name: FullName }))}
      onClose={onClose}
      form={mayEdit && data && <EditListDrawer list={data} siteId={siteId} onClose={onClose} />}
    />
  )
}
