import { sites } from '@eot/contract/sites'
import type { Kysely } from 'kysely'
import { type Caller, hasPermission } from '../../access/caller.ts'
import { ownScope, type Scope, type ScopeOf } from '../../access/scope.ts'
import { siteIdsOf } from '../../access/site-path.ts'
import type { Database } from '../../database.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { createKept } from '../../platform/kept.ts'
import { countConsequences } from './count-consequences.command.ts'
import { deleteSite } from './delete-site.command.ts'
import { moveSites } from './move-sites.command.ts'
import { overviewOf } from './overview.ts'
import { siteCountQueries } from './site-counts.queries.ts'
import { type SiteTotal, totalsOf } from './site-totals.ts'
import { alertTypesOf, streamingTypesOf } from './site-types.ts'
import { siteQueries } from './sites.queries.ts'

interface Parts {
  db: Kysely<Database>
  scopeOf: ScopeOf
  clock: Clock
}

/** Totals of 10,000 sites take about a megabyte. */
const mostTotalsKept = 8

/** The tree table with its actions, and the sensor kinds of the devices in a subtree. */
export function siteTreeRoutes(serve: Serve<Caller>, { db, scopeOf, clock }: Parts): void {
  const counts = siteCountQueries(db)
  const keepTotals = createKept<ReadonlyMap<string, SiteTotal>>(mostTotalsKept)

  async function readTotals(scope: Scope) {
    const version = await counts.findTallyVersion(scope)
    return keepTotals({ key: scope.path, version }, async () => totalsOf(await counts.listTallies(scope)))
  }

  serve(sites.overview, async ({ query, caller }) => {
    const scope = ownScope(caller)
    const [placed, totals, openAlerts] = await Promise.all([
      counts.listPlaced(scope, query.SiteIds ?? [caller.siteId]),
      readTotals(scope),
      counts.countOpenAlerts(scope),
    ])
    const layers = await siteQueries(db).listLayers([
      ...new Set(placed.flatMap(({ path }) => siteIdsOf(path))),
    ])
    const hasUsers = hasPermission(caller, 'ViewUsers')
    return overviewOf(placed, { layers, totals, openAlerts, callerPath: caller.sitePath, hasUsers })
  })

  serve(sites.consequences, ({ query, caller }) => countConsequences(db, caller, query, clock()))

  serve(sites.move, ({ body, caller }) =>
    moveSites({ db, clock }, caller, { siteIds: body.SiteIds, parentId: body.ParentSite }),
  )

  serve(sites.remove, ({ params, query, caller }) => deleteSite({ db, clock }, caller, params.id, query.Name))

  const modelsOf = async (caller: Caller, SiteId: string) =>
    counts.listModels(await scopeOf(caller, { SiteId }))
  const kindsOf = async (caller: Caller, siteId: string) =>
    new Set((await modelsOf(caller, siteId)).flatMap(({ Kinds }) => Kinds))

  serve(sites.models, ({ params, caller }) => modelsOf(caller, params.id))
  serve(sites.alertTypes, async ({ params, caller }) => alertTypesOf(await kindsOf(caller, params.id)))
  serve(sites.streamingTypes, async ({ params, query, caller }) =>
    streamingTypesOf(await kindsOf(caller, params.id), query.priorityLimit),
  )
}
