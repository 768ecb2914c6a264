import { type Kysely, sql } from 'kysely'
import { inScope, isAtSites } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import { siteTallyQueries } from '../../access/site-tally.queries.ts'
import type { Database } from '../../database.ts'
import type { Slice } from '../../platform/answer-page.ts'
import { countRows } from '../../platform/db/count-rows.queries.ts'
import { inOrder, listIds } from '../../platform/db/list-ids.queries.ts'
import { anyContains, contains, containsInLower } from '../../platform/db/search.queries.ts'
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

/** Matches a text of the user, or their site. */
const isFound = (text: string, siteIds: readonly string[]) =>
  siteIds.length === 0
    ? hasText(text)
    : sql<boolean>`(${hasText(text)} or app_user.site_id = any(${siteIds}::uuid[]))`

/** Returns whether their name, email or title contains the text. */
function hasText(text: string) {
  return containsInLower(sql.ref('app_user.search_text'), text)
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

  /** Finds the sites with a matching name. Done before the search for users, so that PostgreSQL knows how few they are. */
  async function findSiteIds(text: string | undefined): Promise<string[]> {
    if (text === undefined) return []
    const { rows } = await sql<{ id: string }>`
      select id from site where ${contains(sql.ref('name'), text)}`.execute(db)
    return rows.map(({ id }) => id)
  }

  const matching = (scope: Scope, filter: UserFilter, siteIds: readonly string[]) => {
    const { search, isActive, roleIds, authType, twoFactor, isForced } = filter
    return db
      .selectFrom('app_user')
      .leftJoin('site', 'site.id', 'app_user.site_id')
      .leftJoin('role', 'role.id', 'app_user.role_id')
      .where('app_user.deleted_at', 'is', null)
      .where((eb) => isAtSites(eb.ref('app_user.site_id'), scope))
      .$if(search !== undefined, (query) => query.where(isFound(search ?? '', siteIds)))
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

  async function idsOf(scope: Scope, filter: UserFilter, { sortBy, order }: UserOrder, slice: Slice) {
    return listIds(db, matching(scope, filter, await findSiteIds(filter.search)), {
      ...slice,
      id: 'app_user.id',
      by: sortExpressions[sortBy],
      order,
      isSearch: filter.search !== undefined,
      count: () => countUsers(scope, filter),
    })
  }

  async function countUsers(scope: Scope, filter: UserFilter): Promise<number> {
    return Object.values(filter).every((value) => value === undefined)
      ? siteTallyQueries(db).countUsers(scope)
      : countRows(matching(scope, filter, await findSiteIds(filter.search)))
  }

  const queries = {
    countUsers,

    async listPage(scope: Scope, filter: UserFilter, order: UserOrder, slice: Slice) {
      const { ids, total } = await idsOf(scope, filter, order, slice)
      return { rows: inOrder(await queries.listByIds(scope, ids), ids), total }
    },

    /** Lists the ids of all matching users in order, at most `limit`. */
    listIds: async (scope: Scope, filter: UserFilter, order: UserOrder, limit: number): Promise<string[]> =>
      (await idsOf(scope, filter, order, { limit, offset: 0 })).ids,

    /** Lists users in no particular order. */
    listByIds: (scope: Scope, ids: readonly string[]) =>
      described(visible(scope)).where('app_user.id', '=', sql<string>`any(${ids}::uuid[])`).execute(),

    /** Lists all users, sorted by name. */
    listNames: (scope: Scope) =>
      visible(scope)
        .select(['app_user.id as id', 'full_name as name', 'site.id as siteId', 'site.name as siteName'])
        .select('app_user.is_active as isActive')
        .orderBy(sortExpressions.FullName)
        .orderBy('app_user.id')
        .execute(),

    /** Finds users whose name or email contains the text, sorted by name. */
    async lookUp(scope: Scope, search: string | undefined, limit: number) {
      // Few users have the text at all, and only for these it matters whether it is in the title.
      const named = matching(scope, {}, []).$if(search !== undefined, (query) =>
        query
          .where(hasText(search ?? ''))
          .where(anyContains(['app_user.full_name', 'app_user.email'], search ?? '')),
      )
      const { ids } = await listIds(db, named, {
        id: 'app_user.id',
        by: sortExpressions.FullName,
        order: 'asc',
        isSearch: search !== undefined,
        limit,
        offset: 0,
      })
      const rows = await db
        .selectFrom('app_user')
        .where('id', '=', sql<string>`any(${ids}::uuid[])`)
        .select(['id', 'full_name as name'])
        .execute()
      return inOrder(rows, ids)
    },

    findUser: (scope: Scope, id: string) =>
      described(visible(scope)).where('app_user.id', '=', id).executeTakeFirst(),
  }
  return queries
}

export type UserRowQueries = ReturnType<typeof userRowQueries>
export type UserRow = NonNullable<Awaited<ReturnType<UserRowQueries['findUser']>>>
