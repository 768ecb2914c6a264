import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readFleet } from '@eot/fleet/fleet-file'
import type { FleetDevice } from '@eot/fleet/simulated-device'
import { createPrivateFile, findPrivateFile } from '@eot/server/platform/private-file'
import { StartRefused } from '@eot/server/platform/start-refused'
import { z } from 'zod'

const Account = z.strictObject({
  email: z.string(),
  name: z.string(),
  role: z.string(),
  site: z.string(),
  /** null if it is ADMIN_PASSWORD, which is never written to disk. */
  password: z.string().nullable(),
})
/** An account of the demo. */
export type Account = z.output<typeof Account>

/** Secrets that the database stores as hashes only but the demo needs at each start. */
export interface KeptSecrets {
  devices: readonly FleetDevice[]
  accounts: readonly Account[]
}

const fleetFile = (dataDir: string) => join(dataDir, 'demo-fleet.json')
const accountsFile = (dataDir: string) => join(dataDir, 'demo-accounts.json')

/** Writes both files, readable by the current user only. Replaces files of an earlier attempt. */
export async function keepSecrets(dataDir: string, { devices, accounts }: KeptSecrets): Promise<void> {
  await replace(fleetFile(dataDir), devices)
  await replace(accountsFile(dataDir), accounts)
}

async function replace(path: string, rows: readonly object[]): Promise<void> {
  await rm(path, { force: true })
  await createPrivateFile(path, JSON.stringify(rows, null, 2))
}

export async function readSecrets(dataDir: string): Promise<KeptSecrets> {
  const text = await findPrivateFile(accountsFile(dataDir))
  if (text === undefined) throw missing(accountsFile(dataDir))
  if ((await findPrivateFile(fleetFile(dataDir))) === undefined) throw missing(fleetFile(dataDir))
  return {
    devices: await readFleet(fleetFile(dataDir)),
    accounts: z.array(Account).parse(JSON.parse(text)),
  }
}

function missing(path: string): StartRefused {
  return new StartRefused(
    `${path} is missing, and the devices and users of the demo cannot be restored without it; delete the whole directory to start over`,
  )
}
