import type { MovedSites } from '@eot/contract/site-tree'
import type { Kysely } from 'kysely'
import { type AuditEntry, insertAuditEntries } from '../../access/audit.queries.ts'
import { auditedSite } from '../../access/audit-place.ts'
import type { Caller } from '../../access/caller.ts'
import type { FieldChanges } from '../../access/field-changes.ts'
import { ownScope } from '../../access/scope.ts'
import { isWithin, pathBelow, siteIdsOf } from '../../access/site-path.ts'
import { lockTree } from '../../access/site-tree-lock.queries.ts'
import type { Database } from '../../database.ts'
import { AppError, found } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { violatesUnique } from '../../platform/db/database-failure.ts'
import { executeIn } from '../../platform/db/execute.queries.ts'
import { type AlertsToEnd, endAlerts } from '../devices/index.ts'
import { appendEvents, type NewEvent } from '../events/index.ts'
import { forcedRoles } from './inheritance.ts'
import { siteTreeQueries } from './site-tree.queries.ts'
import { siteQueries } from './sites.queries.ts'

interface Parts {
  db: Kysely<Database>
  clock: Clock
}

/** Moves sites with everything below them to another parent, in one transaction. */
export async function moveSites(
  { db, clock }: Parts,
  caller: Caller,
  { siteIds, parentId }: { siteIds: readonly string[]; parentId: string },
): Promise<MovedSites> {
  return await db.transaction().execute(async (tx) => {
    await lockTree(tx)
    const at = clock()
    const moved = await moveInTree(tx, caller, { siteIds, parentId, at })
    for (const { id } of moved.sites) await siteTreeQueries(tx).countVersion(id)
    await insertAuditEntries(
      executeIn(tx),
      moved.sites.flatMap((site): AuditEntry[] => {
        const about = { actorId: caller.userId, siteId: site.id, subjectId: site.id }
        const ParentSite: FieldChanges[string] = [
          auditedSite(site.parentId, site.parentName, site.parentPath),
          auditedSite(moved.parent.id, moved.parent.name, moved.parent.path),
        ]
        return [
          leftPlace(about, site, ParentSite),
          { ...about, action: 'site.moved', details: { changes: { ParentSite } } },
        ]
      }),
    )
    const ended = await endAlerts(tx, moved.toEnd, { at, userId: caller.userId })
    await appendEvents(executeIn(tx), [...ended, ...moved.events])
    return {
      From: moved.sites.map((site) => ({ SiteId: site.id, ParentSite: site.parentId })),
      Sites: moved.count,
      EndedAlerts: ended.length,
    }
  })
}

/** Returns the audit entry of a move for the former place of the site. */
export const leftPlace = (
  about: Pick<AuditEntry, 'actorId' | 'siteId' | 'subjectId'>,
  { path, name }: { path: string; name: string },
  ParentSite: FieldChanges[string],
): AuditEntry => ({
  ...about,
  place: { path, name },
  action: 'site.moved_away',
  details: { changes: { ParentSite } },
})

/**
 * Moves sites in a transaction that has locked the tree. Requires the second factor where the new parent requires it. The
 * caller writes the audit entries, ends the open alerts, which belong to the place where they were raised (B10), and then
 * appends the events.
 */
export async function moveInTree(
  tx: Kysely<Database>,
  caller: Caller,
  { siteIds, parentId, at }: { siteIds: readonly string[]; parentId: string; at: Date },
) {
  const queries = siteQueries(tx)
  const tree = siteTreeQueries(tx)
  const scope = ownScope(caller)
  const ids = [...new Set(siteIds.map((id) => id.toLowerCase()))]
  const parent = found(await queries.findSite(scope, parentId), 'site_not_found')
  // The caller's own site has a parent that the caller may not see, or none.
  if (ids.includes(caller.siteId)) throw new AppError('own_site')
  const asked = await tree.listSites(scope, ids)
  if (asked.length < ids.length) throw new AppError('site_not_found')
  if (asked.some(({ path }) => isWithin(parent.path, path))) throw new AppError('site_below_itself')
  const tops = asked.filter(
    ({ path }) => !asked.some((other) => other.path !== path && isWithin(path, other.path)),
  )
  const sites = tops.filter((site) => site.parentId !== parent.id)

  const deviceNos = sites.length > 0 ? await tree.listDeviceNumbers(sites.map(({ path }) => path)) : []
  const required = forcedRoles(await queries.listLayers(siteIdsOf(parent.path)))
  const changes: NewEvent[] = []
  let count = 0
  for (const site of sites) {
    const to = pathBelow(parent.path, site.id)
    const before = forcedRoles(await queries.listLayers(siteIdsOf(site.parentPath)))
    try {
      await tree.setParent(site.id, parent.id)
    } catch (error) {
      if (violatesUnique(error, 'site__parent_id__name')) throw new AppError('site_name_taken')
      throw error
    }
    await tree.spreadTimeZone(site.id)
    // As late as possible, since devices that get new numbers wait for acknowledgments from here on.
    count += await tree.movePaths(site.path, to)
    await tree.askForSecondFactor(
      to,
      [...required.keys()].filter((role) => !before.has(role)),
    )
    changes.push(...changesAt(site.parentPath, at), ...changesAt(to, at), inheritanceChange(to, at))
  }
  const toEnd: AlertsToEnd[] = [{ deviceNos, typeKeys: null, reason: 'Moved' }]
  return { parent, sites, count, toEnd, events: changes }
}

/** Returns the event that the values that the sites below show and inherit from this one have changed. */
export const inheritanceChange = (sitePath: string, at: Date): NewEvent => ({
  kind: 'InheritanceChanged',
  at,
  sitePath,
  deviceId: null,
  alertId: null,
})

/** Returns events announcing that the lists of sites, devices and users changed, at this site and every site above it. */
export function changesAt(sitePath: string, at: Date): NewEvent[] {
  const about = { at, sitePath, deviceId: null, alertId: null }
  return [
    { kind: 'SitesChanged', ...about },
    { kind: 'DeviceListChanged', ...about },
    { kind: 'UsersChanged', ...about },
  ]
}
