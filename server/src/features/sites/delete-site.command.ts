import type { Kysely } from 'kysely'
import { insertAuditEntry } from '../../access/audit.queries.ts'
import type { Caller } from '../../access/caller.ts'
import { ownScope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { AppError, found, invalid } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { executeIn } from '../../platform/db/execute.queries.ts'
import { appendEvents } from '../events/index.ts'
import { endDeviceAlerts } from '../ingest/index.ts'
import { deleteSiteQueries } from './delete-site.queries.ts'
import { changesAt } from './move-sites.command.ts'
import { siteCountQueries } from './site-counts.queries.ts'
import { siteTreeQueries } from './site-tree.queries.ts'
import { siteQueries } from './sites.queries.ts'

interface Parts {
  db: Kysely<Database>
  clock: Clock
}

/**
 * Deletes a site, in one transaction. With `name`, which must be that of the site, everything below is deleted too. Alerts
 * and readings stay in the history of the sites above; users move to the parent and cannot sign in until they are activated
 * there, since their roles would otherwise apply to more than before.
 */
export async function deleteSite(
  { db, clock }: Parts,
  caller: Caller,
  siteId: string,
  name: string | undefined,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const tree = siteTreeQueries(tx)
    await tree.lockTree()
    const site = found(await siteQueries(tx).findSite(ownScope(caller), siteId), 'site_not_found')
    if (site.id === caller.siteId || site.parent_id === null || site.parent_path === null)
      throw new AppError('own_site')
    if (name !== undefined && name.trim() !== site.name)
      throw invalid('Name', 'This is not the name of the site')
    const counts = await siteCountQueries(tx).countBelow([site.path])
    const { sites, devices, users, deviceGroups, gatewayTokens } = counts
    const left = {
      SubSites: sites - 1,
      Devices: devices,
      Users: users,
      DeviceGroups: deviceGroups,
      GatewayTokens: gatewayTokens,
    }
    const errors = Object.entries(left)
      .filter(([, count]) => count > 0)
      .map(([Path, count]) => ({ Path, Message: `${count}` }))
    if (name === undefined && errors.length > 0) throw new AppError('site_not_empty', { errors })
    const at = clock()
    const ended = await endDeviceAlerts(executeIn(tx), {
      deviceNos: await tree.listDeviceNumbers([site.path]),
      typeKeys: null,
      at,
      reason: 'DeviceDeleted',
      userId: caller.userId,
    })
    await deleteSiteQueries(tx).deleteBelow(site.path, {
      parentId: site.parent_id,
      at,
      userId: caller.userId,
    })
    await insertAuditEntry(tx, {
      actorId: caller.userId,
      siteId: site.parent_id,
      action: 'site.deleted',
      subjectId: site.id,
      details: { changes: { Name: [site.name, null] }, deleted: left },
    })
    await appendEvents(executeIn(tx), [...ended, ...changesAt(site.parent_path, at)])
  })
}
