import { timingSafeEqual } from 'node:crypto'
import type { devices } from '@eot/contract/devices'
import type { BodyOf } from '@eot/contract/endpoint'
import type { Kysely } from 'kysely'
import { insertAuditEntry } from '../../access/audit.queries.ts'
import { auditedSite } from '../../access/audit-place.ts'
import type { Caller } from '../../access/caller.ts'
import { ownScope } from '../../access/scope.ts'
import { holdSite } from '../../access/site-tree-lock.queries.ts'
import type { Database } from '../../database.ts'
import { AppError, found } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { hashSecretToken } from '../../platform/secret-token.ts'
import { announceChange } from '../events/index.ts'
import { claimQueries } from './claim-device.queries.ts'
import { readDeviceRecord } from './device-record.queries.ts'
import { deviceQueries } from './devices.queries.ts'

interface Parts {
  db: Kysely<Database>
  clock: Clock
}

/**
 * Claims a device of the inventory for one of the caller's sites. Throws `device_not_available` both for an unknown address and
 * for a wrong claim code. Returns the record as GET returns it, read before the commit: a query after it could fail although
 * the device is claimed.
 */
export async function claimDevice({ db, clock }: Parts, caller: Caller, given: BodyOf<typeof devices.claim>) {
  return db.transaction().execute(async (tx) => {
    const { siteId, path } = await holdSite(tx, caller, given.SiteId)
    const device = await claimQueries(tx).holdClaimable(given.MacAddress, clock())
    if (!device || !opensClaim(device.claimCodeHash, given.ClaimCode))
      throw new AppError('device_not_available')
    await claimQueries(tx).claim(device.id, siteId, given.Name)
    const claimed = found(await deviceQueries(tx).findDevice(ownScope(caller), device.id), 'device_not_found')
    await insertAuditEntry(tx, {
      actorId: caller.userId,
      siteId,
      action: 'device.claimed',
      subjectId: device.id,
      details: {
        changes: { Site: [null, auditedSite(siteId, claimed.siteName, path)], Name: [null, claimed.name] },
      },
    })
    const record = await readDeviceRecord(tx, claimed)
    await announceChange(tx, 'DeviceListChanged', path)
    return record
  })
}

/** Returns whether a device requires no claim code, or exactly this one. */
export function opensClaim(hash: Buffer | null, code: string | undefined): boolean {
  if (hash === null) return true
  return code !== undefined && timingSafeEqual(hash, hashSecretToken(code))
}
