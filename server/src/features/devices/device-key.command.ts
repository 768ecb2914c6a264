import type { Kysely } from 'kysely'
import { insertAuditEntry } from '../../access/audit.queries.ts'
import type { Caller } from '../../access/caller.ts'
import { ownScope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { found } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { createSecretToken, hashSecretToken } from '../../platform/secret-token.ts'
import { deviceQueries } from './devices.queries.ts'

interface Parts {
  db: Kysely<Database>
  clock: Clock
}

/**
 * Issues a new key for a device and returns it. The previous key stays valid for `overlapSeconds`, until the returned
 * instant; null means there was none or it ended at once.
 */
export async function replaceDeviceKey(
  { db, clock }: Parts,
  caller: Caller,
  deviceId: string,
  overlapSeconds: number,
): Promise<{ deviceKey: string; formerUntil: Date | null }> {
  const deviceKey = createSecretToken()
  return db.transaction().execute(async (tx) => {
    const queries = deviceQueries(tx)
    const device = found(await queries.holdKey(ownScope(caller), deviceId), 'device_not_found')
    const former = overlapSeconds > 0 ? device.keyHash : null
    const formerUntil = former && new Date(clock().getTime() + overlapSeconds * 1000)
    await queries.setKeys(deviceId, {
      keyHash: hashSecretToken(deviceKey),
      formerKeyHash: former,
      formerUntil,
    })
    await insertAuditEntry(tx, {
      actorId: caller.userId,
      siteId: device.siteId,
      action: 'device.key_replaced',
      subjectId: deviceId,
      details: { overlapSeconds },
    })
    return { deviceKey, formerUntil }
  })
}

/** Revokes every key of a device and closes its connections. The device can report again once it gets a new key. */
export async function revokeDeviceKeys(
  { db }: Pick<Parts, 'db'>,
  caller: Caller,
  deviceId: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const queries = deviceQueries(tx)
    const device = found(await queries.holdKey(ownScope(caller), deviceId), 'device_not_found')
    await queries.setKeys(deviceId, { keyHash: null, formerKeyHash: null, formerUntil: null })
    await insertAuditEntry(tx, {
      actorId: caller.userId,
      siteId: device.siteId,
      action: 'device.key_revoked',
      subjectId: deviceId,
    })
  })
}
