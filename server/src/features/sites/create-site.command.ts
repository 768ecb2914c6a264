import { parsePoint } from '@eot/contract/point'
import { defaultSubscription, type SiteInput } from '@eot/contract/site-fields'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { insertAuditEntry } from '../../access/audit.queries.ts'
import { auditedSite } from '../../access/audit-place.ts'
import { type Caller, hasPermission } from '../../access/caller.ts'
import { fieldChanges } from '../../access/field-changes.ts'
import { ownScope } from '../../access/scope.ts'
import { pathBelow, siteIdsOf } from '../../access/site-path.ts'
import { holdTree } from '../../access/site-tree-lock.queries.ts'
import type { Database } from '../../database.ts'
import { AppError, found, invalid } from '../../platform/app-error.ts'
import { violatesUnique } from '../../platform/db/database-failure.ts'
import { findTimeZone } from '../../platform/db/time-zones.queries.ts'
import { uuidv7 } from '../../platform/db/uuid.ts'
import { refuseWrongRules } from '../alerts/index.ts'
import { announceChange } from '../events/index.ts'
import { effectiveValue, type SiteLayer } from './inheritance.ts'
import { type OwnColumns, ownAfter } from './site-changes.ts'
import { siteQueries } from './sites.queries.ts'

type Input = z.output<typeof SiteInput>

/** The fields in the audit entry of its creation. */
const recorded = [
  'Name',
  'Address',
  'City',
  'State',
  'Zip',
  'Country',
  'OrganizationType',
  'SubscriptionType',
] as const

/** A site that inherits all values. */
const inheriting: OwnColumns = {
  own_time_zone: null,
  organization_type: null,
  subscription_type: null,
  tenant_id: null,
  force_role_two_factor: [],
  settings: {},
}

/** Subscriptions are sold by the operator: other users add sites with the default one, or with that of the site above. */
export const mayChooseSubscription = (caller: Caller, path: readonly SiteLayer[], given: string): boolean =>
  hasPermission(caller, 'ManageSubscriptions') ||
  given === defaultSubscription ||
  given === effectiveValue(path, 'SubscriptionType').value

/** Adds a sub-site below one of the caller's sites and returns the result of `describe` from the same transaction. */
export async function createSite<Described>(
  db: Kysely<Database>,
  caller: Caller,
  input: Input,
  describe: (tx: Kysely<Database>, id: string) => Promise<Described>,
): Promise<Described> {
  return await db.transaction().execute(async (tx) => {
    await holdTree(tx)
    const { id, path } = await addSubSite(tx, caller, input)
    const described = await describe(tx, id)
    await announceChange(tx, 'SitesChanged', path)
    return described
  })
}

/**
 * Does the same in a transaction that holds the tree, with the audit entry. The caller announces the change at the end of it.
 * Throws `site_not_found`, `site_name_taken` and `invalid_request`.
 */
export async function addSubSite(
  tx: Kysely<Database>,
  caller: Caller,
  input: Input,
): Promise<{ id: string; path: string }> {
  refuseWrongRules(input.Settings.Rules ?? {}, 'Settings.Rules')
  const queries = siteQueries(tx)
  const parent = found(
    await queries.findSite(ownScope(caller), input.ParentSite ?? caller.siteId),
    'site_not_found',
  )
  // Checking a time zone reads a slow view, and the parent's zone is known to be valid.
  const isInherited = input.TimeZone === undefined || input.TimeZone === parent.time_zone
  const timeZone = isInherited ? parent.time_zone : await findTimeZone(tx, input.TimeZone ?? '')
  if (timeZone === undefined) throw invalid('TimeZone', 'Unknown time zone')
  const id = uuidv7()
  const roles = await queries.listKnownRoles(
    (input.ForceRoleTwoFactorAuth ?? []).filter(({ Value }) => Value).map(({ Id }) => Id),
  )
  const path = [
    ...(await queries.listLayers(siteIdsOf(parent.path))),
    { id, name: input.Name, is_active: true, ...inheriting },
  ]
  if (!mayChooseSubscription(caller, path, input.SubscriptionType)) throw new AppError('not_permitted')
  const own = ownAfter(path, {
    ...input,
    TimeZone: timeZone,
    ForceRoleTwoFactorAuth: roles.map((Id) => ({ Id, Value: true })),
  })
  try {
    await queries.insertSite({
      id,
      parent,
      name: input.Name,
      address: input.Address,
      city: input.City,
      state: input.State,
      zip: input.Zip,
      country: input.Country,
      ...parsePoint(input.Point),
      timeZone,
      ownTimeZone: own.own_time_zone,
      organizationType: own.organization_type,
      subscriptionType: own.subscription_type,
      tenantId: own.tenant_id,
      forceRoleTwoFactor: own.force_role_two_factor,
      settings: own.settings,
    })
  } catch (error) {
    if (violatesUnique(error, 'site__parent_id__name')) throw new AppError('site_name_taken')
    throw error
  }
  await insertAuditEntry(tx, {
    actorId: caller.userId,
    siteId: parent.id,
    action: 'site.created',
    subjectId: id,
    details: {
      changes: fieldChanges<object>(
        {},
        {
          ParentSite: auditedSite(parent.id, parent.name, parent.path),
          ...Object.fromEntries(recorded.map((field) => [field, input[field] || null])),
          TimeZone: timeZone,
        },
      ),
    },
  })
  return { id, path: pathBelow(parent.path, id) }
}
