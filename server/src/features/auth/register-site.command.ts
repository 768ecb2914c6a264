import { timingSafeEqual } from 'node:crypto'
import type { auth } from '@eot/contract/auth'
import type { BodyOf } from '@eot/contract/endpoint'
import type { Kysely } from 'kysely'
import { insertAuditEntry } from '../../access/audit.queries.ts'
import type { Database } from '../../database.ts'
import { AppError, found, invalid } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { findTimeZone } from '../../platform/db/time-zones.queries.ts'
import { uuidv7 } from '../../platform/db/uuid.ts'
import { createSecretToken, hashSecretToken } from '../../platform/secret-token.ts'
import { limitMailsTo, requestMail } from '../mail/index.ts'
import { mailLifeMs } from './account-mail.ts'
import { claimQueries } from './claim-device.queries.ts'
import { accountQueries } from './new-accounts.queries.ts'
import { normalizeEmail } from './sign-in.ts'

interface Parts {
  db: Kysely<Database>
  clock: Clock
}

type Registration = BodyOf<typeof auth.registerSite>

const administratorRole = 'Site Administrator'

/** Whether a device can be registered, and whether its claim code is needed. */
export async function verifyDevice(
  { db, clock }: Parts,
  mac: string,
): Promise<{ ClaimCodeRequired: boolean }> {
  const device = found(await claimQueries(db).findClaimable(mac, clock()), 'device_not_available')
  return { ClaimCodeRequired: device.claimCodeHash !== null }
}

/**
 * Site, administrator, device and the request for the mail, all or nothing. For an address that has an account the same
 * is done and undone, so that neither the answer nor its time tells: its owner learns of it by mail.
 */
export async function registerSite({ db, clock }: Parts, given: Registration): Promise<void> {
  const timeZone = await findTimeZone(db, given.TimeZone)
  if (timeZone === undefined) throw invalid('TimeZone', 'Unknown time zone')
  const now = clock()
  await db.transaction().execute(async (tx) => {
    const accounts = accountQueries(tx)
    const device = await claimQueries(tx).holdClaimable(given.MacAddress, now)
    if (!device || !opens(device.claimCodeHash, given.ClaimCode)) throw new AppError('device_not_available')
    const receiver = normalizeEmail(given.Email)
    await limitMailsTo(tx, { receiver, kinds: ['SiteRegistration', 'AddressKnown'], at: now })
    const isTaken = await accounts.isEmailTaken(receiver)
    await accounts.savepoint()
    const { siteId, userId } = await insertAll(tx, device.id, {
      ...given,
      TimeZone: timeZone,
      // Nobody can have this one.
      Email: isTaken ? `${createSecretToken()}@taken.invalid` : given.Email.trim(),
    })
    if (isTaken) await accounts.rollBackToSavepoint()
    const kind = isTaken ? 'AddressKnown' : 'SiteRegistration'
    await requestMail(tx, {
      kind,
      receiver,
      ...(!isTaken && { userId, siteId }),
      at: now,
      expiresAt: new Date(now.getTime() + mailLifeMs(kind)),
    })
  })
}

async function insertAll(
  tx: Kysely<Database>,
  deviceId: string,
  given: Registration,
): Promise<{ siteId: string; userId: string }> {
  const accounts = accountQueries(tx)
  const [siteId, userId] = [uuidv7(), uuidv7()]
  const root = await claimQueries(tx).getRoot()
  const role = await accounts.findRoleByName(administratorRole)
  if (!role) throw new Error('the built-in roles are missing')
  await accounts.insertSite({
    id: siteId,
    parent: root,
    name: await freeName(tx, root.id, given.Name),
    address: given.Address,
    city: given.City,
    state: given.State,
    zip: given.Zip,
    country: given.Country,
    timeZone: given.TimeZone,
  })
  await accounts.insertAccount({
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
  for (const [action, subjectId] of [
    ['site.registered', siteId],
    ['user.created', userId],
    ['device.claimed', deviceId],
  ] as const)
    await insertAuditEntry(tx, { actorId: userId, siteId, action, subjectId })
  return { siteId, userId }
}

/** Customers do not know one another: whoever comes later with a name gets a number behind it. */
async function freeName(tx: Kysely<Database>, parentId: string, name: string): Promise<string> {
  const taken = await claimQueries(tx).listNamesLike(parentId, name.toLowerCase())
  if (!taken.has(name.toLowerCase())) return name
  for (let n = 2; ; n++) {
    const numbered = `${name} (${n})`
    if (!taken.has(numbered.toLowerCase())) return numbered
  }
}

/** Whether the device asks for no code, or for this one. */
function opens(hash: Buffer | null, code: string | undefined): boolean {
  if (hash === null) return true
  return code !== undefined && timingSafeEqual(hash, hashSecretToken(code))
}
