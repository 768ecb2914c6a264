import { parsePoint } from '@eot/contract/point'
import type { Site, SiteUpdate } from '@eot/contract/site-fields'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { insertAuditEntries } from '../../access/audit.queries.ts'
import { auditedSite } from '../../access/audit-place.ts'
import { type Caller, requirePermission } from '../../access/caller.ts'
import { refuseStaleEdit } from '../../access/edit-conflict.queries.ts'
import { fieldChanges } from '../../access/field-changes.ts'
import { ownScope } from '../../access/scope.ts'
import { siteIdsOf } from '../../access/site-path.ts'
import { lockTree } from '../../access/site-tree-lock.queries.ts'
import type { Database } from '../../database.ts'
import { AppError, found, invalid } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { violatesUnique } from '../../platform/db/database-failure.ts'
import { executeIn } from '../../platform/db/execute.queries.ts'
import { findTimeZone } from '../../platform/db/time-zones.queries.ts'
import { refuseWrongRules } from '../alerts/index.ts'
import { type AlertsToEnd, endAlerts } from '../devices/index.ts'
import { appendEvents, type NewEvent } from '../events/index.ts'
import { endSwitchedOff } from '../ingest/index.ts'
import { inheritanceChange, leftPlace, moveInTree } from './move-sites.command.ts'
import { type OwnColumns, ownAfter, RequiredAbove } from './site-changes.ts'
import { siteTreeQueries } from './site-tree.queries.ts'
import { type SiteRow, siteQueries } from './sites.queries.ts'
import { pointOf } from './sites.wire.ts'

type Input = z.output<typeof SiteUpdate>

interface Parts {
  db: Kysely<Database>
  clock: Clock
  describe: (tx: Kysely<Database>, id: string) => Promise<Site>
}

/** Changes a site, and moves it if it gets another parent. Returns it as described in the same transaction. */
export async function updateSite(
  { db, clock, describe }: Parts,
  caller: Caller,
  siteId: string,
  input: Input,
): Promise<Site> {
  const isOwn = siteId.toLowerCase() === caller.siteId
  if (!isOwn) requirePermission(caller, 'EditSubSites')
  return await db.transaction().execute(async (tx) => {
    await lockTree(tx)
    const before = found(await siteQueries(tx).findSite(ownScope(caller), siteId), 'site_not_found')
    const described = await describe(tx, before.id)
    await refuseStaleEdit(tx, caller, {
      given: input.Version ?? undefined,
      stored: before,
      current: described,
    })
    if (changesSubscription(input, before, described)) requirePermission(caller, 'ManageSubscriptions')
    const at = clock()
    const { events, toEnd } = await changeInTree(tx, caller, before, input, at)
    if (events.length === 0) return described
    const ended = await endAlerts(tx, toEnd, { at, userId: caller.userId })
    const answer = await describe(tx, before.id)
    await appendEvents(executeIn(tx), [...ended, ...events])
    return answer
  })
}

const changesSubscription = ({ SubscriptionType, Inherit }: Input, before: SiteRow, described: Site) =>
  (SubscriptionType != null && SubscriptionType !== described.SubscriptionType) ||
  (before.subscription_type !== null && Inherit?.includes('SubscriptionType') === true)

interface TreeChange {
  /** The alerts to end, of devices that have moved or no longer raise alerts. */
  toEnd: AlertsToEnd[]
  /** The caller appends these as the last step of its transaction. None if nothing has changed. */
  events: NewEvent[]
}

/**
 * Changes a site, with its audit entry, in a transaction that has locked the tree. The transaction must then call `endAlerts`,
 * after which readings of the devices wait for its commit, or `endAlertsLater`.
 */
export async function changeInTree(
  tx: Kysely<Database>,
  caller: Caller,
  before: SiteRow,
  input: Input,
  at: Date,
): Promise<TreeChange> {
  refuseWrongRules(input.Settings?.Rules ?? {}, 'Settings.Rules')
  const { toEnd, events } = await refuseTakenName(async () => {
    const written = await write(tx, before, input, at)
    const switchedOff = await switchActive(tx, caller, before, input)
    const moved = await move(tx, caller, before, input, at)
    return { toEnd: [...switchedOff, ...moved.toEnd], events: [...written, ...moved.events] }
  })
  const after = found(await siteQueries(tx).findSite(ownScope(caller), before.id), 'site_not_found')
  const ended = input.Settings?.Rules
    ? await endSwitchedOff(executeIn(tx), { sitePath: after.path }, { at, userId: caller.userId })
    : []
  const roles = await siteQueries(tx).listRoleNames()
  const changes = fieldChanges(auditedFields(before, roles), auditedFields(after, roles))
  if (Object.keys(changes).length === 0) return { toEnd: [], events: [] }
  await siteTreeQueries(tx).countVersion(before.id)
  const about = { actorId: caller.userId, siteId: before.id, subjectId: before.id }
  await insertAuditEntries(executeIn(tx), [
    ...(changes.ParentSite ? [leftPlace(about, before, changes.ParentSite)] : []),
    { ...about, action: 'site.updated', details: { changes } },
  ])
  const listed: NewEvent = { kind: 'SitesChanged', at, sitePath: after.path, deviceId: null, alertId: null }
  return { toEnd, events: [...events, ...ended, listed, inheritanceChange(after.path, at)] }
}

async function refuseTakenName<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (violatesUnique(error, 'site__parent_id__name')) throw new AppError('site_name_taken')
    throw error
  }
}

async function write(tx: Kysely<Database>, before: SiteRow, input: Input, at: Date): Promise<NewEvent[]> {
  const queries = siteQueries(tx)
  const TimeZone = input.TimeZone && (await findTimeZone(tx, input.TimeZone))
  if (input.TimeZone && TimeZone === undefined) throw invalid('TimeZone', 'Unknown time zone')
  const roles = input.ForceRoleTwoFactorAuth && (await knownRoles(queries, input.ForceRoleTwoFactorAuth))
  const path = await queries.listLayers(siteIdsOf(before.path))
  const own = refuseExemption(() => ownAfter(path, { ...input, TimeZone, ForceRoleTwoFactorAuth: roles }))
  await siteTreeQueries(tx).updateSite(before.id, {
    name: input.Name ?? before.name,
    address: input.Address ?? before.address,
    city: input.City ?? before.city,
    state: input.State ?? before.state,
    zip: input.Zip ?? before.zip,
    country: input.Country ?? before.country,
    ...pointAfter(before, input),
    ...own,
  })
  const moved = await siteTreeQueries(tx).spreadTimeZone(before.id)
  const about = { at, sitePath: before.path, deviceId: null, alertId: null }
  return [
    // Lists of devices show local times.
    ...(moved > 0 ? [{ kind: 'DeviceListChanged' as const, ...about }] : []),
    ...(input.Settings?.Rules ? [{ kind: 'RulesChanged' as const, ...about }] : []),
  ]
}

/** Returns the point after a change. An empty text clears it. */
function pointAfter(
  before: SiteRow,
  { Point }: Input,
): { latitude: number | null; longitude: number | null } {
  const { latitude, longitude } = before
  if (Point == null || Point.trim() === pointOf(before)) return { latitude, longitude }
  return parsePoint(Point) ?? { latitude: null, longitude: null }
}

async function knownRoles(
  queries: ReturnType<typeof siteQueries>,
  asked: readonly { Id: string; Value: boolean }[],
): Promise<{ Id: string; Value: boolean }[]> {
  const known = new Set(await queries.listKnownRoles(asked.map(({ Id }) => Id)))
  return asked.map(({ Id, Value }) => ({ Id: Id.toLowerCase(), Value })).filter(({ Id }) => known.has(Id))
}

function refuseExemption(change: () => OwnColumns): OwnColumns {
  try {
    return change()
  } catch (error) {
    if (error instanceof RequiredAbove)
      throw invalid('ForceRoleTwoFactorAuth', 'A site above requires two-factor authentication for this role')
    throw error
  }
}

/** Activates or deactivates a site. An inactive site raises no alerts, nor does any site below it. */
async function switchActive(
  tx: Kysely<Database>,
  caller: Caller,
  before: SiteRow,
  { IsActive }: Input,
): Promise<AlertsToEnd[]> {
  if (IsActive == null || IsActive === before.is_active) return []
  if (before.id === caller.siteId) throw new AppError('own_site')
  const tree = siteTreeQueries(tx)
  await tree.setActive(before.id, IsActive)
  if (IsActive) return []
  const deviceNos = await tree.listDeviceNumbers([before.path])
  return [{ deviceNos, typeKeys: null, reason: 'SiteDeactivated' }]
}

async function move(
  tx: Kysely<Database>,
  caller: Caller,
  before: SiteRow,
  { ParentSite }: Input,
  at: Date,
): Promise<TreeChange> {
  // The caller cannot see the parent of their own site, so its id is treated like any other that they cannot see.
  const isSame = ParentSite?.toLowerCase() === before.parent_id && before.id !== caller.siteId
  if (ParentSite == null || isSame) return { toEnd: [], events: [] }
  return await moveInTree(tx, caller, { siteIds: [before.id], parentId: ParentSite, at })
}

/** Returns what the history shows, with null for inherited values. Roles are recorded by name. */
function auditedFields(site: SiteRow, roles: ReadonlyMap<string, string>): Record<string, unknown> {
  const { Rules, ...settings } = site.settings
  return {
    Name: site.name,
    ParentSite: auditedSite(site.parent_id, site.parent_name, site.parent_path),
    Address: site.address,
    City: site.city,
    State: site.state,
    Zip: site.zip,
    Country: site.country,
    Point: pointOf(site),
    IsActive: site.is_active,
    TimeZone: site.own_time_zone,
    OrganizationType: site.organization_type,
    SubscriptionType: site.subscription_type,
    TenantId: site.tenant_id,
    ForceRoleTwoFactorAuth: site.force_role_two_factor
      .filter(({ Value }) => Value)
      .map(({ Id }) => roles.get(Id) ?? Id),
    ...Object.fromEntries(Object.entries(settings).map(([key, value]) => [`Settings.${key}`, value])),
    ...(Rules && { 'Settings.Rules': Rules }),
  }
}
