import type { UserRole } from '@eot/contract/user-roles'
import type { FiltersOf } from '../../lib/lists/define-list.ts'
import type { UserList } from './user-list.ts'

type Filters = FiltersOf<UserList['filters']>

/** Converts the filters of the list to query parameters. Unset filters are left out (spec 5). */
export function filterOf({ state, role, twoFactor, forced, signIn }: Filters, roles: readonly UserRole[]) {
  return {
    IsActive: state && state === 'active',
    UserRole: role && roles.filter(({ Name }) => role.some((name) => name === Name)).map(({ Id }) => Id),
    TwoFactor: twoFactor,
    ForceUserTwoFactorAuth: forced && forced === 'yes',
    AuthType: signIn,
  }
}
