import { type SitePath, sites } from '@eot/contract/sites'
import type { Kysely } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { ownScope, type Scope, type ScopeOf } from '../../access/scope.ts'
import { siteIdsOf } from '../../access/site-path.ts'
import type { Database } from '../../database.ts'
import { found } from '../../platform/app-error.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { createSite } from './create-site.command.ts'
import { siteQueries } from './sites.queries.ts'
import { siteToWire, treeToWire } from './sites.wire.ts'

export interface SiteParts {
  db: Kysely<Database>
  scopeOf: ScopeOf
}

export function siteRoutes(serve: Serve<Caller>, { db, scopeOf }: SiteParts): void {
  const queries = siteQueries(db)

  async function pathOf(caller: Caller, scope: Scope): Promise<SitePath> {
    const site = found(await queries.findSite(scope, scope.siteId), 'site_not_found')
    const aboveCaller = siteIdsOf(caller.sitePath).length - 1
    const visibleIds = siteIdsOf(site.path).slice(aboveCaller)
    const [parentSites, subSites] = await Promise.all([
      queries.listByIds(visibleIds.slice(0, -1)),
      queries.listChildren(site.id),
    ])
    return { siteId: site.id, name: site.name, parentSites, subSites, timeZone: site.time_zone }
  }

  serve(sites.list, async ({ query, caller }) => {
    const scope = await scopeOf(caller, query)
    const Total = await queries.countSubSites(scope, query.search)
    if (query.CountOnly) return { Total }
    const { Page, PageSize, sortBy, search, order = 'asc' } = query
    const filter = { search, sortBy, order, limit: PageSize, offset: Page * PageSize }
    const rows = await queries.listSubSites(scope, filter)
    return { Items: rows.map((row) => siteToWire(row, caller.sitePath)), Page, PageSize, Total }
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

  serve(sites.get, async ({ params, caller }) =>
    siteToWire(found(await queries.findSite(ownScope(caller), params.id), 'site_not_found'), caller.sitePath),
  )

  serve(sites.create, async ({ body, caller }) => {
    const id = await createSite(db, caller, body)
    return siteToWire(found(await queries.findSite(ownScope(caller), id), 'site_not_found'), caller.sitePath)
  })
}
