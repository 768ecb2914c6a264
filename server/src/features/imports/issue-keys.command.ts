import { importLimits } from '@eot/contract/imports'
import type { Kysely } from 'kysely'
import { insertAuditEntry } from '../../access/audit.queries.ts'
import type { Caller } from '../../access/caller.ts'
import { holdCaller } from '../../access/caller-lock.queries.ts'
import { isWithin } from '../../access/site-path.ts'
import { holdTree } from '../../access/site-tree-lock.queries.ts'
import type { Database } from '../../database.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { createSecretToken, hashSecretToken } from '../../platform/secret-token.ts'
import { deviceQueries } from '../devices/index.ts'
import { importLineQueries } from './import-lines.queries.ts'
import { importQueries } from './imports.queries.ts'
import { getImport } from './start-step.command.ts'

export interface IssuedKey {
  name: string
  mac: string
  site: string
  key: string
}

export const keysAgainUntil = (issuedAt: Date): Date =>
  new Date(issuedAt.getTime() + importLimits.keysAgainMs)

/**
 * Issues a key to each device that the import has created and that has none, and returns the keys in the order of the file. Only
 * hashes of keys are stored. If the response is lost, new keys can be issued within the next ten minutes. Errors: `import_not_ready`,
 * `keys_already_issued`.
 */
export async function issueKeys(
  { db, clock }: { db: Kysely<Database>; clock: Clock },
  caller: Caller,
  importId: string,
  isAgain: boolean,
): Promise<IssuedKey[]> {
  const row = await getImport(db, caller, importId)
  if (row.state !== 'Done' || row.kind !== 'Devices') throw new AppError('import_not_ready')
  return db.transaction().execute(async (tx) => {
    await holdTree(tx)
    await holdCaller(tx, caller)
    const now = clock()
    const againAfter = isAgain ? new Date(now.getTime() - importLimits.keysAgainMs) : undefined
    if (!(await importQueries(tx).issueKeys(importId, now, againAfter)))
      throw new AppError('keys_already_issued')
    const lines = importLineQueries(tx, importId)
    const issued: IssuedKey[] = []
    for await (const batch of lines.createdDevices()) {
      const keys = batch
        .filter((device) => isWithin(device.sitePath ?? '', caller.sitePath) && mayGetKey(device))
        .map((device) => {
          const key = createSecretToken()
          return { ...device, key, before: device.keyHash, keyHash: hashSecretToken(key) }
        })
      const given = await deviceQueries(tx).setImportedKeys(keys)
      const done = keys.filter(({ id }) => given.has(id))
      await lines.saveIssuedHashes(
        done.map(({ line, keyHash }) => ({ line, keyHash: keyHash.toString('hex') })),
      )
      for (const { name, mac, siteName, key } of done) issued.push({ name, mac, site: siteName ?? '', key })
    }
    await insertAuditEntry(tx, {
      actorId: caller.userId,
      siteId: row.site_id,
      action: 'import.keys_issued',
      subjectId: importId,
      details: { devices: issued.length },
    })
    return issued
  })
}

interface Keyed {
  keyHash: Buffer | null
  /** The key that this import has issued to the device. */
  issuedHash: string | null
  hasReported: boolean
}

/** A key that the device uses, or that it was given or denied outside of the import, stays as it is. */
const mayGetKey = ({ keyHash, issuedHash, hasReported }: Keyed): boolean =>
  (keyHash?.toString('hex') ?? null) === issuedHash && (keyHash === null || !hasReported)
