import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import { inScope } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import { pathBelow } from '../../access/site-path.ts'
import type { Database } from '../../database.ts'
import type { Slice } from '../../platform/answer-page.ts'
import { countRows } from '../../platform/db/count-rows.queries.ts'
import { inOrder, listIds } from '../../platform/db/list-ids.queries.ts'
import { rowsVersion } from '../../platform/db/rows-version.queries.ts'
import { contains } from '../../platform/db/search.queries.ts'
import type { SiteLayer } from './inheritance.ts'

export interface SiteOrder extends Slice {
  sortBy: 'Name' | 'City' | 'TimeZone'
  order: 'asc' | 'desc'
}

export interface NewSite {
  id: string
  /** null for the root of the tree, of which there is exactly one. */
  parent: { id: string; path: string } | null
  name: string
  address?: string
  city?: string
  state?: string
  zip?: string
  country?: string
  /** Set manually, in degrees. */
  latitude?: number
  longitude?: number
  /** The zone in effect; the default is UTC. */
  timeZone?: string
  /** null or absent: inherited, like the three below. */
  ownTimeZone?: string | null
  organizationType?: string | null
  subscriptionType?: string | null
  tenantId?: string | null
  /** Roles that require a second factor, as stored. */
  forceRoleTwoFactor?: readonly { Id: string; Value: boolean }[]
  settings?: object
}

const sortColumns = { Name: 'site.name', City: 'site.city', TimeZone: 'site.time_zone' } as const

export const siteQueries = (db: Kysely<Database>) => {
  const withParent = () =>
    db
      .selectFrom('site')
      .leftJoin('site as parent', 'parent.id', 'site.parent_id')
      .selectAll('site')
      .select(['parent.name as parent_name', 'parent.path as parent_path'])

  const layers = () =>
    db
      .selectFrom('site')
      .select([
        'id',
        'name',
        'is_active',
        'own_time_zone',
        'organization_type',
        'subscription_type',
        'tenant_id',
        'force_role_two_factor',
        'settings',
      ])

  /** Selects sites below the scope's own site: all of them, or only direct ones if the scope does not include sub-sites. */
  const below = (scope: Scope, search: string | undefined) =>
    db
      .selectFrom('site')
      .where((eb) =>
        scope.includesSubSites
          ? eb.and([inScope(eb.ref('site.path'), scope), eb('site.path', '<>', scope.path)])
          : eb('site.parent_id', '=', scope.siteId),
      )
      .$if(search !== undefined, (query) => searched(query, search ?? ''))

  return {
    async listSubSites(scope: Scope, search: string | undefined, { sortBy, ...order }: SiteOrder) {
      const { ids, total } = await listIds(db, below(scope, search), {
        ...order,
        id: 'site.id',
        by: sql`lower(${sql.ref(sortColumns[sortBy])})`,
        isSearch: search !== undefined,
      })
      const rows = await withParent().where('site.id', '=', sql<string>`any(${ids}::uuid[])`).execute()
      return { rows: inOrder(rows, ids), total }
    },

    countSubSites: (scope: Scope, search: string | undefined): Promise<number> =>
      countRows(below(scope, search)),

    findSite: (scope: Scope, id: string) =>
      withParent()
        .where('site.id', '=', id)
        .where((eb) => inScope(eb.ref('site.path'), scope))
        .executeTakeFirst(),

    /** Lists the scope's own site and everything below it: those of one parent by name, in the order of their index. */
    listSubtree: (scope: Scope) =>
      db
        .selectFrom('site')
        .where((eb) => inScope(eb.ref('site.path'), scope))
        .select(['id', 'parent_id as parentId', 'name', 'is_active as isActive'])
        .orderBy('parent_id')
        .orderBy((eb) => eb.fn<string>('lower', ['name']))
        .execute(),

    /** Returns a text that changes with each change of these sites. */
    async findVersion(scope: Scope): Promise<string> {
      const { version } = await db
        .selectFrom('site')
        .where((eb) => inScope(eb.ref('site.path'), scope))
        .select(rowsVersion('site').as('version'))
        .executeTakeFirstOrThrow()
      return version
    },

    /** Lists the sites of `listSubtree` without an order. */
    listNames: (scope: Scope) =>
      db
        .selectFrom('site')
        .where((eb) => inScope(eb.ref('site.path'), scope))
        .select(['id as Id', 'name as Name'])
        .execute(),

    /** Lists the sites directly below any of these, sorted by name. */
    listChildren: (siteIds: readonly string[]) =>
      db
        .selectFrom('site')
        .where('parent_id', '=', sql<string>`any(${siteIds}::uuid[])`)
        .select(['id as Id', 'name as Name', 'parent_id as parentId', 'is_active as isActive'])
        .orderBy((eb) => eb.fn<string>('lower', ['name']))
        .orderBy('id')
        .execute(),

    /** Lists what each of these sites sets itself, from the top of the tree down. */
    listLayers: (ids: readonly string[]): Promise<SiteLayer[]> =>
      layers()
        .where('id', '=', sql<string>`any(${ids}::uuid[])`)
        .orderBy((eb) => eb.fn<number>('length', ['path']))
        .execute(),

    /** Lists those at a path and below it that set any inheritable value, in no particular order. */
    listSettingLayers: (path: string): Promise<SiteLayer[]> =>
      layers()
        .where('path', 'like', `${path}%`)
        .where(
          sql<boolean>`(coalesce(own_time_zone, organization_type, subscription_type, tenant_id) is not null
            or force_role_two_factor <> '[]' or settings <> '{}')`,
        )
        .execute(),

    /** Lists role names by id, highest priority first. */
    async listRoleNames(): Promise<Map<string, string>> {
      const roles = await db.selectFrom('role').select(['id', 'name']).orderBy('priority', 'desc').execute()
      return new Map(roles.map(({ id, name }) => [id, name]))
    },

    async listKnownRoles(ids: readonly string[]): Promise<string[]> {
      const rows = await db
        .selectFrom('role')
        .where('id', '=', sql<string>`any(${ids}::uuid[])`)
        .select('id')
        .execute()
      return rows.map(({ id }) => id)
    },

    async insertSite(site: NewSite): Promise<void> {
      await db
        .insertInto('site')
        .values({
          id: site.id,
          parent_id: site.parent?.id ?? null,
          path: pathBelow(site.parent?.path ?? '', site.id),
          name: site.name,
          address: site.address,
          city: site.city,
          state: site.state,
          zip: site.zip,
          country: site.country,
          latitude: site.latitude ?? null,
          longitude: site.longitude ?? null,
          time_zone: site.timeZone,
          own_time_zone: site.ownTimeZone ?? null,
          organization_type: site.organizationType,
          subscription_type: site.subscriptionType,
          tenant_id: site.tenantId ?? null,
          force_role_two_factor: JSON.stringify(site.forceRoleTwoFactor ?? []),
          settings: JSON.stringify(site.settings ?? {}),
        })
        .execute()
    },
  }
}

function searched<Row>(query: SelectQueryBuilder<Database, 'site', Row>, text: string) {
  return query.where((eb) =>
    eb.or([
      contains(eb.ref('site.name'), text),
      contains(eb.ref('site.address'), text),
      contains(eb.ref('site.city'), text),
      contains(eb.ref('site.country'), text),
    ]),
  )
}

export type SiteQueries = ReturnType<typeof siteQueries>
export type SiteRow = NonNullable<Awaited<ReturnType<SiteQueries['findSite']>>>
export type SubtreeRow = Awaited<ReturnType<SiteQueries['listSubtree']>>[number]
