import type { Kysely } from 'kysely'
import { insertAuditEntry } from '../../access/audit.queries.ts'
import type { Caller } from '../../access/caller.ts'
import { refuseStaleEdit } from '../../access/edit-conflict.queries.ts'
import { ownScope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { AppError, found } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { executeIn } from '../../platform/db/execute.queries.ts'
import { uuidv7 } from '../../platform/db/uuid.ts'
import { appendEvents, listChange } from '../events/index.ts'
import { endDeviceAlerts } from '../ingest/index.ts'
import { changeDeviceQueries } from './change-device.queries.ts'
import { readDeviceRecord } from './device-record.queries.ts'
import { type DeviceRow, deviceQueries } from './devices.queries.ts'

interface Parts {
  db: Kysely<Database>
  clock: Clock
}

/** Deletes a device. Its open alerts end; its readings and past alerts are kept, and its address can be used again. */
export async function deleteDevice({ db, clock }: Parts, caller: Caller, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const device = found(await deviceQueries(tx).holdDevice(ownScope(caller), id), 'device_not_found')
    await leave(tx, caller, device, { reason: 'Deleted', at: clock() })
  })
}

/**
 * Returns a device to the inventory as a new record without a key, so that its next owner sees nothing of its history, and
 * its former owner cannot report in its name.
 */
export async function releaseDevice(
  { db, clock }: Parts,
  caller: Caller,
  id: string,
  version: number | undefined,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const queries = deviceQueries(tx)
    const device = found(await queries.holdDevice(ownScope(caller), id), 'device_not_found')
    if (device.siteId === null) throw new AppError('device_not_claimed')
    await refuseStaleEdit(tx, {
      given: version,
      stored: device,
      current: await readDeviceRecord(tx, device),
    })
    const claimCodeHash = await queries.findClaimCode(device.id)
    await leave(tx, caller, device, { reason: 'Released', at: clock() }, () =>
      queries.insertDevice({
        id: uuidv7(),
        mac: device.mac,
        name: device.name,
        modelId: device.modelId,
        siteId: null,
        isActive: device.isActive,
        isReturned: device.isReturned,
        expiresAt: device.expiresAt,
        settings: {},
        keyHash: null,
        claimCodeHash,
      }),
    )
  })
}

async function leave(
  tx: Kysely<Database>,
  caller: Caller,
  device: DeviceRow,
  end: { reason: 'Deleted' | 'Released'; at: Date },
  andThen: () => Promise<void> = async () => undefined,
): Promise<void> {
  const { userId } = caller
  const ended = await endDeviceAlerts(executeIn(tx), {
    deviceNos: [device.no],
    typeKeys: null,
    at: end.at,
    reason: end.reason === 'Released' ? 'Moved' : 'DeviceDeleted',
    userId,
  })
  await changeDeviceQueries(tx).deleteDevice(device.id, { ...end, userId })
  await andThen()
  await insertAuditEntry(tx, {
    actorId: userId,
    siteId: device.siteId,
    action: end.reason === 'Released' ? 'device.released' : 'device.deleted',
    subjectId: device.id,
    details: { changes: { Name: [device.name, null], Mac: [device.mac, null] } },
  })
  const changed = device.sitePath === null ? [] : [listChange('DeviceListChanged', device.sitePath)]
  await appendEvents(executeIn(tx), [...ended, ...changed])
}
