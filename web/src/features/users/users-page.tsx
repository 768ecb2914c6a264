import './users.css'
import { userRoles } from '@eot/contract/user-roles'
import { users } from '@eot/contract/users'
import { useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { callForBlob } from '../../lib/api/api.ts'
import { queryOf } from '../../lib/api/query.ts'
import { ListPage } from '../../lib/lists/list-page.tsx'
import { useListPage } from '../../lib/lists/use-list-page.ts'
import { useListState } from '../../lib/lists/use-list-state.ts'
import { useCurrentSiteId, useSitePath } from '../../session/current-site.ts'
import { useFeatures, useSession } from '../../session/use-session.tsx'
import { InviteDrawer } from './invite-drawer.tsx'
import { UserCard, userColumns } from './user-columns.tsx'
import { UserDrawer } from './user-drawer.tsx'
import { UserFilterBar } from './user-filter-bar.tsx'
import { adminUserList, type UserList, userList } from './user-list.ts'
import { filterOf } from './user-query.ts'
import { useUserSelection } from './user-selection.tsx'

/** Users of the current site and its sub-sites. */
export function UsersPage() {
  return <UserListPage list={userList} siteId={useCurrentSiteId()} site={useSitePath().data?.name} />
}

/** Users of the whole installation. */
export function AdminUsersPage() {
  const { siteId, name } = useSession().site
  return <UserListPage list={adminUserList as unknown as UserList} siteId={siteId} site={name} /> // differs in the path only
}

interface UserListPageProps {
  list: UserList
  siteId: string
  /** undefined while its name loads. */
  site: string | undefined
}

function UserListPage({ list: definition, siteId, site }: UserListPageProps) {
  const { t } = useTranslation()
  const mayAdd = useFeatures('/users').add
  const roles = useQuery(queryOf(userRoles.all, {})).data ?? []
  const list = useListPage(definition, ({ state, role, twoFactor, forced, signIn, ...params }) =>
    queryOf(users.list, {
      query: { SiteId: siteId, ...filterOf({ state, role, twoFactor, forced, signIn }, roles), ...params },
    }),
  )
  const { state } = list
  const { filters } = useListState(definition)
  const filter = { SiteId: siteId, ...filterOf(filters, roles), search: state.search || undefined }
  return (
    <ListPage
      className="users"
      list={list}
      title={t('users.title')}
      sub={site && t('users.sub', { site })}
      searchLabel={t('users.search')}
      csv={{
        name: 'users',
        load: () =>
          callForBlob(users.export, { query: { ...filter, sortBy: state.sortBy, order: state.order } }),
      }}
      filters={<UserFilterBar list={definition} filter={filter} />}
      columns={userColumns(definition)}
      selection={useUserSelection()}
      card={(user) => <UserCard list={definition} user={user} />}
      details={(id, known, close) => (
        <UserDrawer key={id} id={id} known={known} siteId={siteId} onClose={close} />
      )}
      empty={{ icon: Users, title: t('users.empty'), text: t('users.emptyText') }}
      nothing={{ title: t('users.nothing'), hint: t('users.nothingHint') }}
      add={
        mayAdd
          ? {
              text: t('users.add'),
              form: (close) => <InviteDrawer key={siteId} siteId={siteId} onClose={close} />,
            }
          : undefined
      }
    />
  )
}
