import { type Kind, kindNames } from '@eot/fleet/kinds'
import type { FleetDevice } from '@eot/fleet/simulated-device'
import type { Caller } from '@eot/server/access/caller'
import type { Database } from '@eot/server/database'
import { createFirstAdministrator } from '@eot/server/features/auth/accounts/first-start.command'
import { generatePassword } from '@eot/server/features/auth/credentials/passwords'
import { createDevice } from '@eot/server/features/devices/create-device.command'
import { createSite } from '@eot/server/features/sites/create-site.command'
import { userQueries } from '@eot/server/features/users/index'
import { uuidv7 } from '@eot/server/platform/db/uuid'
import type { Foundation } from '@eot/server/program/foundation'
import type { Kysely } from 'kysely'
import type { Account, KeptSecrets } from './kept-secrets.ts'
import { organizationQueries } from './organization.queries.ts'
import type { PlannedDevice, PlannedPerson, PlannedSite } from './organization.ts'

type Parts = Pick<Foundation, 'db' | 'passwords' | 'clock' | 'config'>

/** Creates the whole organization in an empty database, with the commands an administrator would use. */
export async function createOrganization(
  parts: Parts,
  sites: readonly PlannedSite[],
  administratorEmail: string,
): Promise<KeptSecrets> {
  const { db, config } = parts
  const queries = organizationQueries(db)
  const email = config.adminEmail ?? administratorEmail
  const made = await createFirstAdministrator(parts, { email, password: config.adminPassword })
  const administrator = await queries.getCaller(made?.email ?? email)
  // Give the root the time zone of the organization.
  await queries.setTimeZone(administrator.siteId, sites[0]?.timeZone ?? 'UTC')
  const kindsOf = await queries.listKinds()
  const devices: FleetDevice[] = []
  const accounts: Account[] = [
    {
      email: administrator.email,
      name: administrator.fullName,
      role: administrator.roleName,
      site: 'All sites',
      password: made?.generatedPassword ?? null,
    },
  ]
  const ids: string[] = []
  for (const site of sites) {
    const input = {
      Name: site.name,
      ParentSite: site.parent === null ? administrator.siteId : (ids[site.parent] ?? administrator.siteId),
      Address: site.address,
      City: site.city,
      State: site.state,
      Zip: site.zip,
      Country: site.country,
      Point: '',
      TimeZone: site.timeZone,
      OrganizationType: site.organizationType,
      SubscriptionType: 'Monthly' as const,
      Settings: {},
    }
    const id = await createSite(db, administrator, input, async (_tx, made) => made)
    ids.push(id)
    for (const device of site.devices) {
      const key = await register(device, { db, administrator, siteId: id })
      const kinds = kindNames.filter((kind) => kindsOf.get(device.model)?.includes(kind))
      devices.push(asFleetDevice(device, key, kinds))
    }
    for (const person of site.people) accounts.push(await admit(parts, person, { ...site, id }))
  }
  return { devices, accounts }
}

async function register(
  { name, mac, model }: PlannedDevice,
  { db, administrator, siteId }: { db: Kysely<Database>; administrator: Caller; siteId: string },
): Promise<string> {
  const input = { Name: name, Mac: mac, SiteId: siteId, Model: model, IsActive: true, Settings: {} }
  return (await createDevice(db, administrator, input)).deviceKey
}

function asFleetDevice(
  { mac, name, roomType, timeZone, seed, offsets }: PlannedDevice,
  key: string,
  kinds: Kind[],
): FleetDevice {
  return { mac, key, name, roomType, timeZone, seed, kinds, ...(offsets && { offsets }) }
}

async function admit(
  { db, passwords, clock }: Parts,
  { email, name, role, title, language }: PlannedPerson,
  site: { id: string; name: string },
): Promise<Account> {
  const password = generatePassword()
  const passwordHash = await passwords.hash(password)
  const id = uuidv7()
  await userQueries(db).insertUser({
    id,
    siteId: site.id,
    roleId: await organizationQueries(db).getRoleId(role),
    email,
    fullName: name,
    userTitle: title,
    passwordHash,
    confirmedAt: clock(),
  })
  if (language) await organizationQueries(db).setLanguage(id, language)
  return { email, name, role, site: site.name, password }
}
