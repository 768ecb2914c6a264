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

/**
 * Issues a key to each device that the import has created and that has none, and returns them in the order of the file.
 * Only their hashes are stored, so this is possible once. Throws `import_not_ready` and `keys_already_issued`.
 */
export async function issueKeys(
  { db, clock }: { db: Kysely<Database>; clock: Clock },
  caller: Caller,
  importId: string,
): Promise<IssuedKey[]> {
  const row = await getImport(db, caller, importId)
  if (row.state !== 'Done' || row.kind !== 'Devices') throw new AppError('import_not_ready')
  return db.transaction().execute(async (tx) => {
    await holdTree(tx)
    await holdCaller(tx, caller)
    if (!(await importQueries(tx).issueKeys(importId, clock()))) throw new AppError('keys_already_issued')
    const issued: IssuedKey[] = []
    for await (const batch of importLineQueries(tx, importId).createdDevices()) {
      const keys = batch
        .filter(({ keyHash, sitePath }) => keyHash === null && isWithin(sitePath ?? '', caller.sitePath))
        .map((device) => ({ device, key: createSecretToken() }))
      await deviceQueries(tx).setFirstKeys(
        keys.map(({ device, key }) => ({ id: device.id, keyHash: hashSecretToken(key) })),
      )
      for (const { device, key } of keys)
        issued.push({ name: device.name, mac: device.mac, site: device.siteName ?? '', key })
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
