import { lists } from '@eot/contract/user-lists'
import { users } from '@eot/contract/users'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { UsersRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { reachOfUser } from '../../domain/reach-of-user.ts'
import { roleText } from '../../domain/role-text.ts'
import { queryOf } from '../../lib/api/query.ts'
import { type CollectionKind, candidateLimit, type UseCandidates } from './collection-kind.ts'
import { userListList } from './collection-lists.ts'
import { CollectionsPage } from './collections-page.tsx'

const useUsers: UseCandidates = (SiteId, search) => {
  const { t } = useTranslation()
  const query = { SiteId, search: search || undefined, PageSize: candidateLimit }
  const { data } = useQuery({ ...queryOf(users.list, { query }), placeholderData: keepPreviousData })
  return {
    candidates: data?.Items?.map((user) => ({
      Id: user.Id,
      Name: user.FullName,
      detail: `${roleText(user.UserRole.Name)}, ${user.Site.Name}`,
      disabled: !user.IsActive,
      state: <span className="faint nowrap">{t(`collections.reach.${reachOfUser(user)}`)}</span>,
    })),
    total: data?.Total ?? 0,
  }
}

const userLists: CollectionKind = {
  words: 'lists',
  icon: UsersRound,
  list: userListList,
  endpoints: lists,
  sizeField: 'UserCount',
  bodyOf: (Users) => ({ Users }),
  places: { list_name_taken: 'Name', site_not_found: 'Site', user_not_found: 'Members' },
  useCandidates: useUsers,
}

export const UserListsPage = () => <CollectionsPage kind={userLists} />
