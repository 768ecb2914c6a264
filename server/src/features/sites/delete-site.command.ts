import type { Kysely } from 'kysely'
import { type AuditEntry, insertAuditEntries } from '../../access/audit.queries.ts'
import type { Caller } from '../../access/caller.ts'
import { ownScope } from '../../access/scope.ts'
import { lockTree } from '../../access/site-tree-lock.queries.ts'
import type { Database } from '../../database.ts'
import { AppError, found, invalid } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { executeIn } from '../../platform/db/execute.queries.ts'
import { removeCredentials } from '../auth/index.ts'
import { changeDeviceQueries } from '../devices/index.ts'
import { appendEvents, listChange } from '../events/index.ts'
import { endDeviceAlerts } from '../ingest/index.ts'
import { deleteSiteQueries } from './delete-site.queries.ts'
import { changesAt } from './move-sites.command.ts'
import { siteCountQueries } from './site-counts.queries.ts'
import { siteQueries } from './sites.queries.ts'

interface Parts {
  db: Kysely<Database>
  clock: Clock
}

/**
 * Deletes a site, in one transaction. With `name`, which must be that of the site, everything below and all users are
 * deleted too. The history stays readable at the sites above.
 */
export async function deleteSite(
  { db, clock }: Parts,
  caller: Caller,
  siteId: string,
  name: string | undefined,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockTree(tx)
    const site = found(await siteQueries(tx).findSite(ownScope(caller), siteId), 'site_not_found')
    const { path, parent_id: parentId, parent_path: parentPath } = site
    if (site.id === caller.siteId || parentId === null || parentPath === null) throw new AppError('own_site')
    if (name !== undefined && name.trim() !== site.name)
      throw invalid('Name', 'This is not the name of the site')
    if (name === undefined) await refuseUnlessEmpty(tx, path, clock())

    const queries = deleteSiteQueries(tx, path)
    const sites = await queries.listSites()
    const devices = await queries.lockDevices()
    const users = await queries.lockUsers()
    const others = await queries.listOthers()
    const people = users.filter(({ isDeleted }) => !isDeleted)
    if (people.some(({ priority }) => priority > caller.priority)) throw new AppError('role_above_own')
    const [at, { userId }] = [clock(), caller]
    await removeCredentials(tx, idsOf(people), at)
    await queries.deleteUsers(idsOf(users), { parentId, at })
    const entries: Omit<AuditEntry, 'actorId'>[] = [
      ...devices.map(({ id, name: Name, mac, siteId: of }) => ({
        action: 'device.deleted' as const,
        siteId: of,
        subjectId: id,
        details: { changes: { Name: [Name, null], Mac: [mac, null] } },
      })),
      ...people.map(({ id, siteId: of, name: deleted, email, role }) => ({
        action: 'user.deleted' as const,
        siteId: of,
        subjectId: id,
        details: {
          name: deleted,
          email,
          role,
          changes: { FullName: [deleted, null], Email: [email, null], UserRole: [role, null] },
        },
      })),
      ...others.map(({ action, id, siteId: of, field, name: Name }) => ({
        action,
        siteId: of,
        subjectId: id,
        details: { changes: { [field]: [Name, null] } },
      })),
      ...sites.map(({ id, name: Name, parentId: of }) => ({
        action: 'site.deleted' as const,
        siteId: of,
        subjectId: id,
        details: { changes: { Name: [Name, null] } },
      })),
    ]
    await insertAuditEntries(
      executeIn(tx),
      entries.map((entry) => ({ ...entry, actorId: userId })),
    )
    // From here, readings of the devices wait until the commit.
    const ended = await endDeviceAlerts(executeIn(tx), {
      deviceNos: devices.map(({ no }) => no),
      typeKeys: null,
      at,
      reason: 'DeviceDeleted',
      userId,
    })
    await changeDeviceQueries(tx).deleteDevices(idsOf(devices), { reason: 'Deleted', at, userId })
    await queries.deleteSites({ at, userId })
    await appendEvents(executeIn(tx), [
      ...ended,
      ...changesAt(parentPath, at),
      ...(
        ['DeviceGroupsChanged', 'UserListsChanged', 'SystemMessagesChanged', 'SubscriptionsChanged'] as const
      ).map((kind) => listChange(kind, parentPath)),
    ])
  })
}

async function refuseUnlessEmpty(tx: Kysely<Database>, path: string, at: Date): Promise<void> {
  const counts = await siteCountQueries(tx).countBelow([path], at)
  const left = {
    SubSites: counts.sites - 1,
    Devices: counts.devices,
    Users: counts.users,
    DeviceGroups: counts.deviceGroups,
    UserLists: counts.userLists,
    SystemMessages: counts.systemMessages,
    Subscriptions: counts.subscriptions,
    WebhookRequests: counts.webhookRequests,
    WebhookEvents: counts.webhookEvents,
    OwnReports: counts.ownReports,
    Reports: counts.reports,
    ClosedDays: counts.closedDays,
    NamedElsewhere: counts.namedElsewhere,
    MaintenanceWindows: counts.maintenanceWindows,
    GatewayTokens: counts.gatewayTokens,
  }
  const errors = Object.entries(left)
    .filter(([, count]) => count > 0)
    .map(([Path, count]) => ({ Path, Message: `${count} at the site, below it or for it` }))
  if (errors.length > 0) throw new AppError('site_not_empty', { errors })
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)
