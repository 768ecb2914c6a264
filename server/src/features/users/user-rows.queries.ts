import { type Kysely, sql } from 'kysely'
import { inScope } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import type { Slice } from '../../platform/answer-page.ts'
import { countRows } from '../../platform/db/count-rows.queries.ts'
import { contains } from '../../platform/db/search.queries.ts'
import { twoFactorForced } from '../auth/index.ts'

export interface UserFilter {
  search?: string | undefined
  isActive?: boolean | undefined
  roleIds?: readonly string[] | undefined
  authType?: 'Password' | 'SingleSignOn' | undefined
  twoFactor?: 'On' | 'Missing' | 'Off' | undefined
  isForced?: boolean | undefined
}

export interface UserOrder {
  sortBy: 'FullName' | 'Email' | 'UserRole' | 'Site' | 'LastSignInAt'
  order: 'asc' | 'desc'
}

const hasTwoFactor = sql<boolean>`exists (select from two_factor where two_factor.user_id = app_user.id)`
const usesSso = sql<boolean>`exists (select from sso_identity where sso_identity.user_id = app_user.id)`

const withTwoFactor = {
  On: hasTwoFactor,
  Missing: sql<boolean>`(not ${hasTwoFactor} and ${twoFactorForced})`,
  Off: sql<boolean>`(not ${hasTwoFactor} and not ${twoFactorForced})`,
}

const sortExpressions = {
  FullName: sql<string>`lower(app_user.full_name)`,
  Email: sql<string>`lower(app_user.email)`,
  UserRole: sql<number>`role.priority`,
  Site: sql<string>`lower(site.name)`,
  LastSignInAt: sql<Date>`app_user.last_sign_in_at`,
}

export const userRowQueries = (db: Kysely<Database>) => {
  const visible = (scope: Scope) =>
    db
      .selectFrom('app_user')
      .innerJoin('site', 'site.id', 'app_user.site_id')
      .innerJoin('role', 'role.id', 'app_user.role_id')
      .where('app_user.deleted_at', 'is', null)
      .where((eb) => inScope(eb.ref('site.path'), scope))

  const described = (users: ReturnType<typeof visible>) =>
    users
      .selectAll('app_user')
      .select([
        'site.name as site_name',
        'site.path as site_path',
        'role.name as role_name',
        'role.priority as role_priority',
        hasTwoFactor.as('has_two_factor'),
        twoFactorForced.as('is_two_factor_forced'),
        usesSso.as('uses_sso'),
      ])

  const matching = (scope: Scope, filter: UserFilter) => {
    const { search, isActive, roleIds, authType, twoFactor, isForced } = filter
    return visible(scope)
      .$if(search !== undefined, (query) =>
        query.where((eb) =>
          eb.or(
            (['app_user.full_name', 'app_user.email', 'app_user.user_title', 'site.name'] as const).map(
              (column) => contains(eb.ref(column), search ?? ''),
            ),
          ),
        ),
      )
      .$if(isActive !== undefined, (query) => query.where('app_user.is_active', '=', isActive === true))
      .$if(roleIds !== undefined, (query) => query.where('app_user.role_id', 'in', [...(roleIds ?? [])]))
      .$if(authType !== undefined, (query) =>
        query.where(authType === 'SingleSignOn' ? usesSso : sql<boolean>`not ${usesSso}`),
      )
      .$if(twoFactor !== undefined, (query) => query.where(withTwoFactor[twoFactor ?? 'Off']))
      .$if(isForced !== undefined, (query) =>
        query.where('app_user.force_two_factor', '=', isForced === true),
      )
  }

  const sorted = (users: ReturnType<typeof visible>, { sortBy, order }: UserOrder) =>
    users
      .orderBy(sortExpressions[sortBy], (by) =>
        order === 'asc' ? by.asc().nullsFirst() : by.desc().nullsLast(),
      )
      .orderBy('app_user.id', order)

  const named = (users: ReturnType<typeof visible>) =>
    sorted(users, { sortBy: 'FullName', order: 'asc' }).select(['app_user.id as id', 'full_name as name'])

  return {
    countUsers: (scope: Scope, filter: UserFilter): Promise<number> => countRows(matching(scope, filter)),

    listUsers: (scope: Scope, filter: UserFilter, order: UserOrder, { limit, offset }: Slice) =>
      described(sorted(matching(scope, filter), order))
        .limit(limit)
        .offset(offset)
        .execute(),

    /** The ids of all matching users in order, at most `limit`. */
    async listIds(scope: Scope, filter: UserFilter, order: UserOrder, limit: number): Promise<string[]> {
      const rows = await sorted(matching(scope, filter), order).select('app_user.id').limit(limit).execute()
      return rows.map(({ id }) => id)
    },

    /** In any order. */
    listByIds: (scope: Scope, ids: readonly string[]) =>
      described(visible(scope)).where('app_user.id', '=', sql<string>`any(${ids}::uuid[])`).execute(),

    /** Every user, sorted by name. */
    listNames: (scope: Scope) =>
      named(visible(scope))
        .select(['site.id as siteId', 'site.name as siteName', 'app_user.is_active as isActive'])
        .execute(),

    /** Users whose name or email contains the text, sorted by name. */
    lookUp: (scope: Scope, search: string | undefined, limit: number) =>
      named(visible(scope))
        .$if(search !== undefined, (query) =>
          query.where((eb) =>
            eb.or([
              contains(eb.ref('app_user.full_name'), search ?? ''),
              contains(eb.ref('app_user.email'), search ?? ''),
            ]),
          ),
        )
        .limit(limit)
        .execute(),

    findUser: (scope: Scope, id: string) =>
      described(visible(scope)).where('app_user.id', '=', id).executeTakeFirst(),
  }
}

export type UserRowQueries = ReturnType<typeof userRowQueries>
export type UserRow = NonNullable<Awaited<ReturnType<UserRowQueries['findUser']>>>
