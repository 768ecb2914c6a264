import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import { insertAuditEntry } from '../../access/audit.queries.ts'
import { type Caller, requirePermission } from '../../access/caller.ts'
import { refuseStaleEdit } from '../../access/edit-conflict.queries.ts'
import { fieldChanges } from '../../access/field-changes.ts'
import { ownScope, type ScopeOf } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { found } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { executeIn } from '../../platform/db/execute.queries.ts'
import { appendEvents, listChange, type NewEvent } from '../events/index.ts'
import { endDeviceAlerts } from '../ingest/index.ts'
import { changeDeviceQueries, type DeviceColumns } from './change-device.queries.ts'
import { refuseRetired } from './change-model.command.ts'
import {
  type Change,
  changedExpiration,
  changedSettings,
  type EditableDevice,
  lostAlertTypes,
  mayAlert,
} from './device-changes.ts'
import { readDeviceRecord } from './device-record.queries.ts'
import { type DeviceRow, deviceQueries } from './devices.queries.ts'

interface Parts {
  db: Kysely<Database>
  scopeOf: ScopeOf
  clock: Clock
}

/**
 * Changes a device, moves it to another site of the caller or claims it from the inventory, all in one transaction. Alerts
 * that cannot go on end with it: all of them on a move or a deactivation, those of lost sensor kinds on a change of model.
 * Returns the record as GET answers it, read before the commit: a query after it could fail although the change is stored.
 */
export async function changeDevice(
  { db, scopeOf, clock }: Parts,
  caller: Caller,
  id: string,
  change: Change,
) {
  if (change.Settings?.Rules) requirePermission(caller, 'ManageThresholds')
  const target = change.SiteId ? await scopeOf(caller, { SiteId: change.SiteId }) : null
  return db.transaction().execute(async (tx) => {
    const queries = deviceQueries(tx)
    const before = found(await queries.holdDevice(ownScope(caller), id), 'device_not_found')
    await refuseStaleEdit(tx, {
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
    if (isSame(columns, before)) return readDeviceRecord(tx, before)
    await changeDeviceQueries(tx).updateDevice(before.id, columns)
    const after = found(await queries.findDevice(ownScope(caller), before.id), 'device_not_found')
    const ended = await endAlerts(tx, before, after, { at: clock(), userId: caller.userId })
    await insertAuditEntry(tx, {
      actorId: caller.userId,
      siteId: before.siteId ?? after.siteId,
      action: actionOf(before, after),
      subjectId: before.id,
      details: { changes: fieldChanges(editable(before), editable(after)) },
    })
    const paths = new Set([before.sitePath, after.sitePath].filter((path) => path !== null))
    const changed = [...paths].map((path) => listChange('DeviceListChanged', path))
    const record = await readDeviceRecord(tx, after)
    await appendEvents(executeIn(tx), [...ended, ...changed])
    return record
  })
}

/** A change that changes nothing leaves the version as it is, and no trace. */
const isSame = (columns: DeviceColumns, before: DeviceRow): boolean =>
  isDeepStrictEqual(
    columns,
    Object.fromEntries(Object.keys(columns).map((name) => [name, before[name as keyof DeviceColumns]])), // its own keys
  )

function actionOf(before: DeviceRow, after: DeviceRow) {
  if (before.siteId === after.siteId) return 'device.changed'
  return before.siteId === null ? 'device.claimed' : 'device.moved'
}

async function endAlerts(
  tx: Kysely<Database>,
  before: DeviceRow,
  after: DeviceRow,
  { at, userId }: { at: Date; userId: string },
): Promise<NewEvent[]> {
  const lost = lostAlertTypes(before.kinds, after.kinds)
  const end = (reason: 'Moved' | 'DeviceDeactivated' | 'RuleChanged', typeKeys: readonly string[] | null) =>
    endDeviceAlerts(executeIn(tx), { deviceNos: [after.no], typeKeys, at, reason, userId })
  if (before.siteId !== after.siteId) return end('Moved', null)
  if (!mayAlert(after, at)) return end('DeviceDeactivated', null)
  return lost.length > 0 ? end('RuleChanged', lost) : []
}

const editable = (row: DeviceRow): EditableDevice => ({
  Name: row.name,
  Site: row.siteId !== null && row.siteName !== null ? { Id: row.siteId, Name: row.siteName } : null,
  Model: row.modelName,
  IsActive: row.isActive,
  Expiration: row.expiresAt?.toISOString() ?? null,
  RMA: row.isReturned,
  ReportInterval: row.settings.ReportInterval ?? null,
  Rules: row.settings.Rules,
})
