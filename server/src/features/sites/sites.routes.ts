import type { AnswerOf } from '@eot/contract/endpoint'
import type { Site } from '@eot/contract/site-fields'
import { type SitePath, type SiteTreeNode, sites } from '@eot/contract/sites'
import type { Kysely } from 'kysely'
import { type Caller, hasPermission, requirePermission } from '../../access/caller.ts'
import type { LimitConflicts } from '../../access/conflict-limit.ts'
import { ownScope, type Scope, type ScopeOf } from '../../access/scope.ts'
import { siteIdsOf } from '../../access/site-path.ts'
import type { Database } from '../../database.ts'
import { answerPage } from '../../platform/answer-page.ts'
import { found } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { createKeptAnswers } from '../../platform/http/kept-answers.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { createSite } from './create-site.command.ts'
import { type SiteQueries, type SiteRow, siteQueries } from './sites.queries.ts'
import {
  administrativeFields,
  pathToWire,
  type SiteSurroundings,
  siteToWire,
  treeToWire,
} from './sites.wire.ts'
import { updateSite } from './update-site.command.ts'

export interface SiteParts {
  db: Kysely<Database>
  scopeOf: ScopeOf
  clock: Clock
  limitConflicts: LimitConflicts
}

const byName = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

export function siteRoutes(serve: Serve<Caller>, parts: SiteParts): void {
  const { db, scopeOf, clock, limitConflicts } = parts
  const queries = siteQueries(db)
  const keptTree = createKeptAnswers<SiteTreeNode[]>()
  const keptNames = createKeptAnswers<AnswerOf<typeof sites.all>>()

  async function pathOf(caller: Caller, scope: Scope): Promise<SitePath> {
    const site = found(await queries.findSite(scope, scope.siteId), 'site_not_found')
    return pathToWire(site, caller.sitePath, (await surroundingsOf(caller, [site]))(site))
  }

  /**
   * Reads for each of these the sites above, as far up as the caller may see, those directly below, and the inherited values.
   */
  async function surroundingsOf(
    caller: Caller,
    rows: readonly SiteRow[],
    { from = queries, isSimple = false } = {},
  ): Promise<(row: SiteRow) => SiteSurroundings> {
    const aboveCaller = siteIdsOf(caller.sitePath).length - 1
    const [layers, below, roles] = await Promise.all([
      from.listLayers([...new Set(rows.flatMap(({ path }) => siteIdsOf(path)))]),
      isSimple ? [] : from.listChildren(rows.map(({ id }) => id)),
      from.listRoleNames(),
    ])
    const byId = new Map(layers.map((layer) => [layer.id, layer]))
    const byParent = Map.groupBy(below, ({ parentId }) => parentId)
    return (row) => {
      const path = siteIdsOf(row.path).flatMap((id) => byId.get(id) ?? [])
      if (isSimple) return { layers: path }
      return {
        layers: path,
        parents: path.slice(aboveCaller, -1).map(({ id, name }) => ({ Id: id, Name: name })),
        roles,
        children: byParent.get(row.id) ?? [],
      }
    }
  }

  async function describe(
    caller: Caller,
    rows: readonly SiteRow[],
    options: { from?: SiteQueries; isSimple?: boolean } = {},
  ): Promise<Site[]> {
    const around = await surroundingsOf(caller, rows, options)
    const mayView = hasPermission(caller, 'ViewSite')
    return rows.map((row) => ({
      ...siteToWire(row, caller.sitePath, around(row)),
      ...(mayView && administrativeFields(row, caller.sitePath, around(row))),
    }))
  }

  async function describeOne(caller: Caller, id: string, from = queries, isSimple = false): Promise<Site> {
    const row = found(await from.findSite(ownScope(caller), id), 'site_not_found')
    const [site] = await describe(caller, [row], { from, isSimple })
    return found(site, 'site_not_found')
  }

  serve(sites.list, async ({ query, caller }) => {
    const scope = await scopeOf(caller, query)
    const { sortBy, search, order = 'asc' } = query
    return answerPage(query, {
      count: () => queries.countSubSites(scope, search),
      page: async (slice) => {
        const { rows, total } = await queries.listSubSites(scope, search, { sortBy, order, ...slice })
        return { items: await describe(caller, rows), total }
      },
    })
  })

  serve(sites.tree, async ({ query: { SiteId, includeCurrentSite }, caller }) => {
    const scope = await scopeOf(caller, { SiteId })
    const [version, above] = await Promise.all([
      queries.findVersion(scope),
      queries.listLayers(siteIdsOf(scope.path).slice(0, -1)),
    ])
    const key = JSON.stringify([scope, includeCurrentSite, above.every(({ is_active }) => is_active)])
    return keptTree({ key, version }, async () => {
      const top = found(treeToWire(await queries.listSubtree(scope), scope.siteId, above), 'site_not_found')
      return includeCurrentSite ? [top] : top.SubSites
    })
  })

  serve(sites.myPath, async ({ caller }) => pathOf(caller, ownScope(caller)))
  serve(sites.path, async ({ params, caller }) =>
    pathOf(caller, await scopeOf(caller, { SiteId: params.id })),
  )

  serve(sites.all, async ({ query, caller }) => {
    const scope = await scopeOf(caller, query)
    const version = await queries.findVersion(scope)
    return keptNames({ key: JSON.stringify(scope), version }, async () =>
      (await queries.listNames(scope)).sort(
        (a, b) => byName.compare(a.Name, b.Name) || (a.Id < b.Id ? -1 : 1),
      ),
    )
  })

  serve(sites.get, async ({ params, query, caller }) => {
    const site = await describeOne(caller, params.id, queries, query.populate === 'simple')
    // Every session needs the settings of the user's own site; reading other sites is administration.
    if (site.Id !== caller.siteId) requirePermission(caller, 'ViewSite')
    return site
  })

  serve(sites.create, ({ body, caller }) =>
    createSite(db, caller, body, (tx, id) => describeOne(caller, id, siteQueries(tx))),
  )

  serve(sites.update, async ({ params: { id }, body, caller }) => {
    const describe = (tx: Kysely<Database>, siteId: string) => describeOne(caller, siteId, siteQueries(tx))
    const update = () => updateSite({ db, clock, describe }, caller, id, body)
    // Siblings of the caller's own site may belong to other customers. Forms always send the name, even if it is unchanged.
    const isRenamed = async () => body.Name != null && body.Name !== (await describe(db, id)).Name
    const mayProbe = id.toLowerCase() === caller.siteId && (await isRenamed())
    return mayProbe ? limitConflicts(caller, update) : update()
  })
}
