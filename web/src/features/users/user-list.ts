import { authTypes, twoFactorStatuses } from '@eot/contract/users'
import { defineList, oneOf, someOf } from '../../lib/lists/define-list.ts'
import { roleNames } from './role-names.ts'

const define = <const Path extends string>(path: Path) =>
  defineList({
    path,
    sort: ['FullName', 'Email', 'UserRole', 'Site', 'LastSignInAt'],
    filters: {
      state: oneOf(['active', 'inactive']),
      role: someOf(roleNames),
      twoFactor: oneOf(twoFactorStatuses),
      forced: oneOf(['yes', 'no']),
      signIn: oneOf(authTypes),
    },
    openAs: 'user',
  })

/** Users of the current site and its sub-sites. */
export const userList = define('/users')
/** Users of the whole installation. */
export const adminUserList = define('/admin/users')

export type UserList = typeof userList
export type UserSortField = UserList['sort'][number]
