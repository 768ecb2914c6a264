import type { auth } from '@eot/contract/auth'
import type { BodyOf } from '@eot/contract/endpoint'
import type { Kysely } from 'kysely'
import { insertAuditEntries } from '../../../access/audit.queries.ts'
import type { Database } from '../../../database.ts'
import { AppError, found, invalid } from '../../../platform/app-error.ts'
import type { Clock } from '../../../platform/clock.ts'
import { executeIn } from '../../../platform/db/execute.queries.ts'
import { rollBackToSavepoint, savepoint } from '../../../platform/db/savepoint.ts'
import { findTimeZone } from '../../../platform/db/time-zones.queries.ts'
import { uuidv7 } from '../../../platform/db/uuid.ts'
import { createSecretToken } from '../../../platform/secret-token.ts'
import { claimQueries, opensClaim } from '../../devices/index.ts'
import { announceChange } from '../../events/index.ts'
import { limitMailsTo, requestMail } from '../../messages/index.ts'
import { addCustomerSite } from '../../sites/index.ts'
import { userQueries } from '../../users/index.ts'
import { normalizeEmail } from '../credentials/account.ts'

interface Parts {
  db: Kysely<Database>
  clock: Clock
}

type Registration = BodyOf<typeof auth.registerSite>

/** Returns whether a device can be registered, and whether its claim code is required. */
export async function verifyDevice(
  { db, clock }: Parts,
  mac: string,
): Promise<{ ClaimCodeRequired: boolean }> {
  const device = found(await claimQueries(db).findClaimable(mac, clock()), 'device_not_available')
  return { ClaimCodeRequired: device.claimCodeHash !== null }
}

/**
 * Creates the site, its administrator, the device and the email request in one transaction. For an address that has an account
 * the same work is done and rolled back, so that neither the response nor its time reveals the account; its owner is notified
 * by email.
 */
export async function registerSite({ db, clock }: Parts, given: Registration): Promise<void> {
  const timeZone = await findTimeZone(db, given.TimeZone)
  if (timeZone === undefined) throw invalid('TimeZone', 'Unknown time zone')
  const now = clock()
  await db.transaction().execute(async (tx) => {
    const device = await claimQueries(tx).holdClaimable(given.MacAddress, now)
    if (!device || !opensClaim(device.claimCodeHash, given.ClaimCode))
      throw new AppError('device_not_available')
    const receiver = normalizeEmail(given.Email)
    await limitMailsTo(tx, { receiver, kinds: ['SiteRegistration', 'AddressKnown'], at: now })
    const isTaken = await userQueries(tx).isEmailTaken(receiver)
    await savepoint(tx)
    const { siteId, userId } = await insertAll(tx, device.id, {
      ...given,
      TimeZone: timeZone,
      // No account can have this address; the rows are rolled back below.
      Email: isTaken ? `${createSecretToken()}@taken.invalid` : given.Email.trim(),
    })
    if (isTaken) await rollBackToSavepoint(tx)
    const kind = isTaken ? 'AddressKnown' : 'SiteRegistration'
    await requestMail(tx, {
      kind,
      receiver,
      ...(!isTaken && { userId, siteId }),
      at: now,
    })
  })
}

async function insertAll(
  tx: Kysely<Database>,
  deviceId: string,
  given: Registration,
): Promise<{ siteId: string; userId: string }> {
  const role = await userQueries(tx).findRoleByName('Site Administrator')
  if (!role) throw new Error('the built-in roles are missing')
  const { id: siteId, path } = await addCustomerSite(tx, {
    name: given.Name,
    address: given.Address,
    city: given.City,
    state: given.State,
    zip: given.Zip,
    country: given.Country,
    timeZone: given.TimeZone,
    ...(given.Language && { settings: { Language: given.Language } }),
  })
  const userId = uuidv7()
  await userQueries(tx).insertUser({
    id: userId,
    siteId,
    roleId: role.id,
    email: given.Email,
    fullName: given.FullName,
    userTitle: given.UserTitle || null,
    passwordHash: null,
    confirmedAt: null,
  })
  await claimQueries(tx).claim(deviceId, siteId)
  const actor = { actorId: userId, siteId }
  await insertAuditEntries(executeIn(tx), [
    { ...actor, action: 'site.registered', subjectId: siteId },
    { ...actor, action: 'user.created', subjectId: userId },
    { ...actor, action: 'device.claimed', subjectId: deviceId },
  ])
  await announceChange(tx, 'SitesChanged', path)
  await announceChange(tx, 'DeviceListChanged', path)
  return { siteId, userId }
}
