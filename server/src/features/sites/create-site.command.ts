import type { SiteInput } from '@eot/contract/sites'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { insertAuditEntry } from '../../access/audit.queries.ts'
import type { Caller } from '../../access/caller.ts'
import { ownScope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { AppError, found, invalid } from '../../platform/app-error.ts'
import { violatesUnique } from '../../platform/db/database-failure.ts'
import { findTimeZone } from '../../platform/db/time-zones.queries.ts'
import { uuidv7 } from '../../platform/db/uuid.ts'
import { announceChange } from '../events/index.ts'
import { siteQueries } from './sites.queries.ts'

type Input = z.output<typeof SiteInput>

/** Adds a sub-site below one of the caller's sites and returns what `describe` reads of it in the same transaction. */
export async function createSite<Described>(
  db: Kysely<Database>,
  caller: Caller,
  input: Input,
  describe: (tx: Kysely<Database>, id: string) => Promise<Described>,
): Promise<Described> {
  const queries = siteQueries(db)
  const parent = found(
    await queries.findSite(ownScope(caller), input.ParentSite ?? caller.siteId),
    'site_not_found',
  )
  const timeZone = await findTimeZone(db, input.TimeZone ?? parent.time_zone)
  if (timeZone === undefined) throw invalid('TimeZone', 'Unknown time zone')
  const forced = (input.ForceRoleTwoFactorAuth ?? []).filter(({ Value }) => Value).map(({ Id }) => Id)
  const forceRoleTwoFactor = (await queries.listKnownRoles(forced)).map((Id) => ({ Id, Value: true }))
  const id = uuidv7()
  try {
    return await db.transaction().execute(async (tx) => {
      await siteQueries(tx).insertSite({
        id,
        parent,
        name: input.Name,
        address: input.Address,
        city: input.City,
        state: input.State,
        zip: input.Zip,
        country: input.Country,
        timeZone,
        organizationType: input.OrganizationType,
        subscriptionType: input.SubscriptionType,
        tenantId: input.TenantId ?? null,
        forceRoleTwoFactor,
        settings: input.Settings,
      })
      await insertAuditEntry(tx, {
        actorId: caller.userId,
        siteId: parent.id,
        action: 'site.created',
        subjectId: id,
      })
      const described = await describe(tx, id)
      await announceChange(tx, 'SitesChanged', parent.path)
      return described
    })
  } catch (error) {
    if (violatesUnique(error, 'site__parent_id__name')) throw new AppError('site_name_taken')
    throw error
  }
}
