import type { Kysely } from 'kysely'
import { type Caller, requirePermission } from '../../access/caller.ts'
import { refuseStaleEdit } from '../../access/edit-conflict.queries.ts'
import { ownScope } from '../../access/scope.ts'
import { holdSite } from '../../access/site-tree-lock.queries.ts'
import type { Database } from '../../database.ts'
import { found } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { executeIn } from '../../platform/db/execute.queries.ts'
import { refuseWrongRules } from '../alerts/index.ts'
import { appendEvents } from '../events/index.ts'
import type { DeviceColumns } from './change-device.queries.ts'
import { changeDevices, isSameDevice } from './change-devices.command.ts'
import { refuseRetired } from './change-model.command.ts'
import { type Change, changedExpiration, changedSettings } from './device-changes.ts'
import { readDeviceRecord } from './device-record.queries.ts'
import { deviceQueries } from './devices.queries.ts'

interface Parts {
  db: Kysely<Database>
  clock: Clock
}

/**
 * Changes a device, moves it to another site of the caller or claims it from the inventory, all in one transaction. Ends the
 * alerts that the change makes invalid. Returns the record as GET returns it, read before the commit: a query after it could
 * fail although the change is stored.
 */
export async function changeDevice({ db, clock }: Parts, caller: Caller, id: string, change: Change) {
  if (change.Settings?.Rules) {
    requirePermission(caller, 'ManageThresholds')
    refuseWrongRules(change.Settings.Rules, 'Settings.Rules')
  }
  return db.transaction().execute(async (tx) => {
    const target = change.SiteId ? await holdSite(tx, caller, change.SiteId) : null
    const queries = deviceQueries(tx)
    const before = found(await queries.holdDevice(ownScope(caller), id), 'device_not_found')
    await refuseStaleEdit(tx, caller, {
      given: change.Version ?? undefined,
      stored: before,
      current: await readDeviceRecord(tx, before),
    })
    const model = change.Model ? found(await queries.findModel(change.Model), 'model_not_found') : null
    if (model && model.id !== before.modelId) refuseRetired(model)
    const columns: DeviceColumns = {
      name: change.Name ?? before.name,
      siteId: target?.siteId ?? before.siteId,
      modelId: model?.id ?? before.modelId,
      isActive: change.IsActive ?? before.isActive,
      isReturned: change.RMA ?? before.isReturned,
      expiresAt: changedExpiration(before.expiresAt, change.Expiration),
      settings: changedSettings(before.settings, change.Settings),
    }
    if (isSameDevice(columns, before)) return readDeviceRecord(tx, before)
    const { devices, events } = await changeDevices(tx, caller.userId, [{ before, columns }], clock())
    const after = found(devices[0], 'device_not_found')
    const record = await readDeviceRecord(tx, after)
    await appendEvents(executeIn(tx), events)
    return record
  })
}
