import type { SiteConsequences, SiteConsequencesQuery } from '@eot/contract/site-tree'
import { findAlertType, severities } from '@eot/contract/vocabulary'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '../../access/caller.ts'
import { ownScope } from '../../access/scope.ts'
import { customerOf, isWithin, pathBelow, siteIdsOf } from '../../access/site-path.ts'
import type { Database } from '../../database.ts'
import { AppError, found, invalid } from '../../platform/app-error.ts'
import { findTimeZone } from '../../platform/db/time-zones.queries.ts'
import { effectiveValue, forcedRoles, type SiteLayer, valueFields } from './inheritance.ts'
import { siteCountQueries } from './site-counts.queries.ts'
import { siteTreeQueries } from './site-tree.queries.ts'
import { type SiteRow, siteQueries } from './sites.queries.ts'

const firstFew = 3

/** Counts what an action on sites would affect, before it happens. Changes nothing. */
export async function countConsequences(
  db: Kysely<Database>,
  caller: Caller,
  query: z.output<typeof SiteConsequencesQuery>,
  at: Date,
): Promise<SiteConsequences> {
  const scope = ownScope(caller)
  const ids = [...new Set((query.SiteIds ?? []).map((id) => id.toLowerCase()))]
  if (ids.length === 0) throw invalid('SiteIds', 'Please name a site')
  if (ids.length > 1 && query.Action !== 'Move' && query.Action !== 'Deactivate')
    throw invalid('SiteIds', 'Only Move and Deactivate take several sites')
  const sites = await Promise.all(
    ids.map(async (id) => found(await siteQueries(db).findSite(scope, id), 'site_not_found')),
  )
  if (query.Action !== 'TimeZone' && ids.includes(caller.siteId)) throw new AppError('own_site')
  const tops = sites.filter(
    ({ path }) => !sites.some((other) => other.path !== path && isWithin(path, other.path)),
  )
  const paths = tops.map(({ path }) => path)
  const counts = siteCountQueries(db)
  const [below, alerts, counted, online, changes] = await Promise.all([
    counts.listBelow(paths, firstFew),
    counts.listOpenAlerts(paths, firstFew),
    counts.countBelow(paths, at),
    query.Action === 'Delete' ? counts.countOnline(paths) : undefined,
    changesOf(db, caller, tops, query),
  ])
  return {
    Sites: counted.sites,
    Below: below,
    Devices: counted.devices,
    ...(online !== undefined && { DevicesOnline: online }),
    Users: counted.users,
    OpenAlerts: counted.openAlerts,
    Alerts: alerts.map(({ id, typeKey, severity, deviceName }) => ({
      Id: id,
      Type: findAlertType(typeKey)?.Name ?? typeKey,
      AlertType: typeKey,
      Severity: severities.find((known) => known === severity) ?? 'Info',
      Device: deviceName,
    })),
    EndedAlerts: counted.raisedAlerts - counted.openAlerts,
    DeviceGroups: counted.deviceGroups,
    UserLists: counted.userLists,
    SystemMessages: counted.systemMessages,
    Subscriptions: counted.subscriptions,
    WebhookRequests: counted.webhookRequests,
    WebhookEvents: counted.webhookEvents,
    OwnReports: counted.ownReports,
    Reports: counted.reports,
    ClosedDays: counted.closedDays,
    NamedElsewhere: counted.namedElsewhere,
    MaintenanceWindows: counted.maintenanceWindows,
    GatewayTokens: counted.gatewayTokens,
    DevicesLeaving: 0,
    PeopleLeaving: 0,
    DevicesToOtherCustomer: 0,
    UsersLosing: 0,
    UsersGaining: 0,
    Changes: [],
    Followers: [],
    ...changes,
  }
}

async function changesOf(
  db: Kysely<Database>,
  caller: Caller,
  tops: readonly SiteRow[],
  { Action, ParentSite, TimeZone }: z.output<typeof SiteConsequencesQuery>,
): Promise<Partial<SiteConsequences>> {
  if (Action === 'Move') return ofMove(db, caller, tops, ParentSite)
  return Action === 'TimeZone' ? ofTimeZone(db, tops, TimeZone) : {}
}

async function ofMove(
  db: Kysely<Database>,
  caller: Caller,
  tops: readonly SiteRow[],
  parentId: string | undefined,
): Promise<Partial<SiteConsequences>> {
  if (parentId === undefined) throw invalid('ParentSite', 'Please choose the new parent')
  const queries = siteQueries(db)
  const parent = found(await queries.findSite(ownScope(caller), parentId), 'site_not_found')
  if (tops.some(({ path }) => isWithin(parent.path, path))) throw new AppError('site_below_itself')
  const after = new Set(siteIdsOf(parent.path))
  const before = new Set(tops.flatMap(({ parent_path }) => siteIdsOf(parent_path ?? '')))
  const counts = siteCountQueries(db)
  const crossing = tops.filter(({ id, path }) => customerOf(path) !== customerOf(pathBelow(parent.path, id)))
  const [leaving, DevicesToOtherCustomer, UsersLosing, UsersGaining, above, roleNames] = await Promise.all([
    counts.countLeaving(
      tops.map(({ path }) => path),
      parent.path,
    ),
    counts.countDevices(crossing.map(({ path }) => path)),
    counts.countUsersAt([...before].filter((id) => !after.has(id))),
    counts.countUsersAt([...after].filter((id) => !before.has(id))),
    queries.listLayers([...after]),
    queries.listRoleNames(),
  ])
  const changes = await Promise.all(
    tops.map(async (top) => {
      const [left, groups] = await Promise.all([
        queries.listLayers(siteIdsOf(top.parent_path ?? '')),
        groupBySettings(db, top.path),
      ])
      return groups.flatMap(({ layers, sites }) =>
        changesBetween([...left, ...layers], [...above, ...layers], roleNames).map((change) => ({
          ...change,
          Sites: sites,
        })),
      )
    }),
  )
  return { ...leaving, DevicesToOtherCustomer, UsersLosing, UsersGaining, Changes: gathered(changes.flat()) }
}

/**
 * Groups the sites at a path and below it by the sites that set their values. Most sites set nothing, so a campus of a thousand
 * sites is a few groups.
 */
async function groupBySettings(db: Kysely<Database>, path: string) {
  const [paths, setting] = await Promise.all([
    siteTreeQueries(db).listPathsWithin(path),
    siteQueries(db).listSettingLayers(path),
  ])
  const layerById = new Map(setting.map((layer) => [layer.id, layer]))
  const groups = new Map<string, { layers: SiteLayer[]; sites: number }>()
  for (const below of paths) {
    const layers = siteIdsOf(below).flatMap((id) => layerById.get(id) ?? [])
    const key = layers.map(({ id }) => id).join()
    const group = groups.get(key) ?? { layers, sites: 0 }
    group.sites += 1
    groups.set(key, group)
  }
  return [...groups.values()]
}

async function ofTimeZone(
  db: Kysely<Database>,
  [site]: readonly SiteRow[],
  asked: string | undefined,
): Promise<Partial<SiteConsequences>> {
  if (!site) return {}
  const path = await siteQueries(db).listLayers(siteIdsOf(site.path))
  const inherited = effectiveValue(path.slice(0, -1), 'TimeZone').value
  const After = asked === undefined ? inherited : await findTimeZone(db, asked)
  if (After === undefined) throw invalid('TimeZone', 'Unknown time zone')
  const followers = await siteTreeQueries(db).listFollowers(site.id)
  const Changes =
    After === site.time_zone
      ? []
      : [{ Field: 'TimeZone' as const, Before: site.time_zone, After, Sites: followers.length + 1 }]
  return { Changes, Followers: followers.slice(0, firstFew) }
}

type CountedChange = SiteConsequences['Changes'][number]
type Change = Omit<CountedChange, 'Sites'>

function changesBetween(
  before: readonly SiteLayer[],
  after: readonly SiteLayer[],
  roleNames: ReadonlyMap<string, string>,
): Change[] {
  const rolesOf = (path: readonly SiteLayer[]) => {
    const forced = forcedRoles(path)
    const names = [...roleNames].flatMap(([id, name]) => (forced.has(id) ? [name] : []))
    return names.length === 0 ? null : names.join(', ')
  }
  const changes: Change[] = valueFields.map((field) => ({
    Field: field,
    Before: effectiveValue(before, field).value ?? null,
    After: effectiveValue(after, field).value ?? null,
  }))
  changes.push({ Field: 'ForceRoleTwoFactorAuth', Before: rolesOf(before), After: rolesOf(after) })
  return changes.filter(({ Before, After }) => Before !== After)
}

/** Merges equal changes of several sites. */
function gathered(changes: readonly CountedChange[]): CountedChange[] {
  const groups = Map.groupBy(changes, ({ Sites, ...change }) => JSON.stringify(change))
  return [...groups.values()].flatMap(([change, ...more]) =>
    change ? [{ ...change, Sites: more.reduce((sum, { Sites }) => sum + Sites, change.Sites) }] : [],
  )
}
