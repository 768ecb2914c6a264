import { type Site, type SitePath, sites } from '@eot/contract/sites'
import type { Kysely } from 'kysely'
import { type Caller, hasPermission, requirePermission } from '../../access/caller.ts'
import { ownScope, type Scope, type ScopeOf } from '../../access/scope.ts'
import { siteIdsOf } from '../../access/site-path.ts'
import type { Database } from '../../database.ts'
import { answerPage } from '../../platform/answer-page.ts'
import { found } from '../../platform/app-error.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { createSite } from './create-site.command.ts'
import { type SiteRow, siteQueries } from './sites.queries.ts'
import { administrativeFields, siteToWire, treeToWire } from './sites.wire.ts'

export interface SiteParts {
  db: Kysely<Database>
  scopeOf: ScopeOf
}

export function siteRoutes(serve: Serve<Caller>, { db, scopeOf }: SiteParts): void {
  const queries = siteQueries(db)

  async function pathOf(caller: Caller, scope: Scope): Promise<SitePath> {
    const site = found(await queries.findSite(scope, scope.siteId), 'site_not_found')
    const { parents, children } = await surroundingsOf(caller, [site])
    return {
      siteId: site.id,
      name: site.name,
      parentSites: parents(site),
      subSites: children(site),
      timeZone: site.time_zone,
    }
  }

  /** The parents of the sites, as far up as the caller may see, and their direct sub-sites. */
  async function surroundingsOf(caller: Caller, rows: readonly SiteRow[], from = queries) {
    const aboveCaller = siteIdsOf(caller.sitePath).length - 1
    const parentIds = ({ path }: SiteRow) => siteIdsOf(path).slice(aboveCaller, -1)
    const [above, below] = await Promise.all([
      from.listByIds([...new Set(rows.flatMap(parentIds))]),
      from.listChildren(rows.map(({ id }) => id)),
    ])
    const byId = new Map(above.map((site) => [site.Id, site]))
    const byParent = Map.groupBy(below, ({ parentId }) => parentId)
    return {
      parents: (row: SiteRow) => parentIds(row).flatMap((id) => byId.get(id) ?? []),
      children: (row: SiteRow) => (byParent.get(row.id) ?? []).map(({ Id, Name }) => ({ Id, Name })),
    }
  }

  async function describe(caller: Caller, rows: readonly SiteRow[], from = queries): Promise<Site[]> {
    const { parents, children } = await surroundingsOf(caller, rows, from)
    const mayView = hasPermission(caller, 'ViewSite')
    return rows.map((row) => ({
      ...siteToWire(row, caller.sitePath, { parents: parents(row), children: children(row) }),
      ...(mayView && administrativeFields(row)),
    }))
  }

  async function describeOne(caller: Caller, id: string, from = queries): Promise<Site> {
    const row = found(await from.findSite(ownScope(caller), id), 'site_not_found')
    const [site] = await describe(caller, [row], from)
    return found(site, 'site_not_found')
  }

  serve(sites.list, async ({ query, caller }) => {
    const scope = await scopeOf(caller, query)
    const { sortBy, search, order = 'asc' } = query
    return answerPage(query, {
      count: () => queries.countSubSites(scope, search),
      list: async (slice) =>
        describe(caller, await queries.listSubSites(scope, { search, sortBy, order, ...slice })),
    })
  })

  serve(sites.tree, async ({ query, caller }) => {
    const scope = await scopeOf(caller, { SiteId: query.SiteId })
    const top = found(treeToWire(await queries.listSubtree(scope), scope.siteId), 'site_not_found')
    return query.includeCurrentSite ? [top] : top.SubSites
  })

  serve(sites.myPath, async ({ caller }) => pathOf(caller, ownScope(caller)))
  serve(sites.path, async ({ params, caller }) =>
    pathOf(caller, await scopeOf(caller, { SiteId: params.id })),
  )

  serve(sites.get, async ({ params, caller }) => {
    const site = await describeOne(caller, params.id)
    // Every session needs the settings of the user's own site; reading other sites is administration.
    if (site.Id !== caller.siteId) requirePermission(caller, 'ViewSite')
    return site
  })

  serve(sites.create, ({ body, caller }) =>
    createSite(db, caller, body, (tx, id) => describeOne(caller, id, siteQueries(tx))),
  )
}
