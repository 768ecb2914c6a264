import type { Kysely } from 'kysely'
import { insertAuditEntry } from '../../access/audit.queries.ts'
import type { Caller } from '../../access/caller.ts'
import { holdCaller } from '../../access/caller-lock.queries.ts'
import { ownScope } from '../../access/scope.ts'
import { holdTree } from '../../access/site-tree-lock.queries.ts'
import type { Database } from '../../database.ts'
import { found, invalid } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { createSecretToken, hashSecretToken } from '../../platform/secret-token.ts'
import { deviceQueries } from './devices.queries.ts'

interface Parts {
  db: Kysely<Database>
  clock: Clock
}

/** A limit, so that former keys of one device cannot accumulate. */
const mostFormerKeys = 10

/**
 * Issues a new key for a device and returns it. The previous key stays valid for `overlapSeconds`, until the returned instant;
 * null means there was none or it ended at once. Keys replaced earlier keep the validity they were given, unless
 * `overlapSeconds` is 0, which ends all of them. Throws an error if too many are still valid.
 */
export async function replaceDeviceKey(
  { db, clock }: Parts,
  caller: Caller,
  deviceId: string,
  overlapSeconds: number,
): Promise<{ deviceKey: string; formerUntil: Date | null }> {
  const deviceKey = createSecretToken()
  return db.transaction().execute(async (tx) => {
    await holdTree(tx)
    await holdCaller(tx, caller)
    const queries = deviceQueries(tx)
    const device = found(await queries.holdKeys(ownScope(caller), deviceId), 'device_not_found')
    const now = clock()
    const previous = overlapSeconds > 0 ? device.keyHash : null
    const formerUntil = previous && new Date(now.getTime() + overlapSeconds * 1000)
    const former = overlapSeconds > 0 ? device.former.filter(({ until }) => until > now) : []
    if (previous && formerUntil) former.push({ hash: previous, until: formerUntil })
    if (former.length > mostFormerKeys)
      throw invalid('OverlapSeconds', `${mostFormerKeys} former keys are still valid. 0 ends them`)
    await queries.setKeys(deviceId, hashSecretToken(deviceKey), former)
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
    const device = found(await queries.holdKeys(ownScope(caller), deviceId), 'device_not_found')
    await queries.setKeys(deviceId, null, [])
    await insertAuditEntry(tx, {
      actorId: caller.userId,
      siteId: device.siteId,
      action: 'device.key_revoked',
      subjectId: deviceId,
    })
  })
}
