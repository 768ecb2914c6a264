import { authTypes, twoFactorStatuses, users } from '@eot/contract/users'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { roleText } from '../../domain/role-text.ts'
import type { CallRequest } from '../../lib/api/api.ts'
import { queryOf } from '../../lib/api/query.ts'
import { ListFilters, OneFilter, SomeFilter } from '../../lib/lists/list-filters.tsx'
import { numberText } from '../../texts/number-format.ts'
import { roleNames } from './role-names.ts'
import type { UserList } from './user-list.ts'

interface UserFilterBarProps {
  list: UserList
  /** The query of the list, used to count active and inactive users. */
  filter: CallRequest<typeof users.list>['query']
}

export function UserFilterBar({ list, filter }: UserFilterBarProps) {
  const { t } = useTranslation()
  const counted = (IsActive: boolean) =>
    queryOf(users.list, { query: { ...filter, IsActive, CountOnly: true } })
  const active = useQuery(counted(true)).data?.Total
  const inactive = useQuery(counted(false)).data?.Total
  const counts = { active, inactive }
  return (
    <ListFilters>
      <OneFilter
        list={list}
        name="state"
        label={t('users.column.state')}
        values={['active', 'inactive'] as const}
        text={(state) =>
          `${t(`users.state.${state}`)} ${counts[state] === undefined ? '' : numberText(counts[state])}`.trim()
        }
      />
      <SomeFilter list={list} name="role" label={t('users.column.role')} values={roleNames} text={roleText} />
      <OneFilter
        folded
        list={list}
        name="twoFactor"
        label={t('users.column.twoFactor')}
        values={twoFactorStatuses}
        text={(state) => t(`users.twoFactor.${state}`)}
      />
      <OneFilter
        folded
        list={list}
        name="forced"
        label={t('users.forced.title')}
        values={['yes', 'no'] as const}
        text={(forced) => t(`users.forced.${forced}`)}
      />
      <OneFilter
        folded
        list={list}
        name="signIn"
        label={t('users.signIn.title')}
        values={authTypes}
        text={(type) => t(`users.signIn.${type}`)}
      />
    </ListFilters>
  )
}
