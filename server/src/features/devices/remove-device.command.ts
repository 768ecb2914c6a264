import type { Kysely } from 'kysely'
import { insertAuditEntries } from '../../access/audit.queries.ts'
import type { Caller } from '../../access/caller.ts'
import { refuseStaleEdit } from '../../access/edit-conflict.queries.ts'
import { fieldChanges } from '../../access/field-changes.ts'
import { ownScope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { AppError, found } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { executeIn } from '../../platform/db/execute.queries.ts'
import { uuidv7 } from '../../platform/db/uuid.ts'
import { appendEvents, type NewEvent } from '../events/index.ts'
import { endDeviceAlerts } from '../ingest/index.ts'
import { changeDeviceQueries } from './change-device.queries.ts'
import { deviceContent, deviceListChanges } from './change-devices.command.ts'
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
    const events = await removeDevices(tx, caller.userId, [device], { reason: 'Deleted', at: clock() })
    await appendEvents(executeIn(tx), events)
  })
}

/**
 * Returns a device to the inventory as a new record without its name and key. Its next owner sees nothing of its history, and
 * its former owner can no longer send readings for it.
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
    await refuseStaleEdit(tx, caller, {
      given: version,
      stored: device,
      current: await readDeviceRecord(tx, device),
    })
    await appendEvents(executeIn(tx), await releaseDevices(tx, caller.userId, [device], clock()))
  })
}

/** Does the same in the caller's transaction, with the audit entries. Returns the events to append at its end. */
export async function releaseDevices(
  tx: Kysely<Database>,
  userId: string,
  devices: readonly DeviceRow[],
  at: Date,
): Promise<NewEvent[]> {
  const queries = deviceQueries(tx)
  const released = []
  for (const { id, mac, modelId, isActive, isReturned, expiresAt } of devices)
    released.push({
      id: uuidv7(),
      mac,
      name: mac, // its name may tell of people and rooms
      modelId,
      siteId: null,
      isActive,
      isReturned,
      expiresAt,
      settings: {},
      keyHash: null,
      claimCodeHash: await queries.findClaimCode(id),
    })
  const events = await removeDevices(tx, userId, devices, { reason: 'Released', at })
  await queries.insertDevices(released)
  return events
}

interface End {
  reason: 'Deleted' | 'Released'
  at: Date
}

/** Deletes devices in the caller's transaction, with their audit entries. Returns the events to append at its end. */
export async function removeDevices(
  tx: Kysely<Database>,
  userId: string,
  devices: readonly DeviceRow[],
  { reason, at }: End,
): Promise<NewEvent[]> {
  const ended = await endDeviceAlerts(executeIn(tx), {
    deviceNos: devices.map(({ no }) => no),
    typeKeys: null,
    at,
    reason: reason === 'Released' ? 'Moved' : 'DeviceDeleted',
    userId,
  })
  await changeDeviceQueries(tx).deleteDevices(
    devices.map(({ id }) => id),
    { reason, at, userId },
  )
  await insertAuditEntries(
    executeIn(tx),
    devices.map((device) => ({
      actorId: userId,
      siteId: device.siteId,
      action: reason === 'Released' ? 'device.released' : 'device.deleted',
      subjectId: device.id,
      details: { changes: fieldChanges<object>(deviceContent(device), {}) },
    })),
  )
  return [...ended, ...deviceListChanges(devices.map(({ sitePath }) => sitePath))]
}
