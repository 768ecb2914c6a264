import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import { insertAuditEntries } from '../../access/audit.queries.ts'
import { type FieldChanges, fieldChanges } from '../../access/field-changes.ts'
import type { Database } from '../../database.ts'
import { executeIn } from '../../platform/db/execute.queries.ts'
import { listChange, type NewEvent } from '../events/index.ts'
import { endDeviceAlerts } from '../ingest/index.ts'
import { changeDeviceQueries, type DeviceColumns } from './change-device.queries.ts'
import { type EditableDevice, lostAlertTypes, mayAlert } from './device-changes.ts'
import { type DeviceRow, deviceQueries } from './devices.queries.ts'

export interface DeviceEdit {
  /** Locked by the caller's transaction. */
  before: DeviceRow
  columns: DeviceColumns
}

/**
 * Changes devices in the caller's transaction, with an audit entry for each. Alerts that cannot go on end: all of them on a
 * move or a deactivation, those of lost sensor kinds on a change of model. Returns the devices as they are now, in the order
 * given, and the events to append at the end of the transaction.
 */
export async function changeDevices(
  tx: Kysely<Database>,
  userId: string,
  edits: readonly DeviceEdit[],
  at: Date,
): Promise<{ devices: DeviceRow[]; events: NewEvent[] }> {
  if (edits.length === 0) return { devices: [], events: [] }
  await changeDeviceQueries(tx).updateDevices(
    edits.map(({ before, columns }) => ({ id: before.id, columns })),
  )
  const rows = await deviceQueries(tx).listDevicesByIds(edits.map(({ before }) => before.id))
  const byId = new Map(rows.map((row) => [row.id, row]))
  const pairs = edits.flatMap(({ before }) => {
    const after = byId.get(before.id)
    return after ? [{ before, after }] : []
  })
  const ended = await endAlerts(tx, pairs, { at, userId })
  await insertAuditEntries(
    executeIn(tx),
    pairs.map(({ before, after }) => ({
      actorId: userId,
      siteId: before.siteId ?? after.siteId,
      action: actionOf(before, after),
      subjectId: before.id,
      details: { changes: deviceChanges(before, after) },
    })),
  )
  const paths = pairs.flatMap(({ before, after }) => [before.sitePath, after.sitePath])
  return { devices: pairs.map(({ after }) => after), events: [...ended, ...deviceListChanges(paths)] }
}

/** One event for each site; null is the inventory, whose list nobody watches. */
export const deviceListChanges = (paths: readonly (string | null)[]): NewEvent[] =>
  [...new Set(paths)].flatMap((path) => (path === null ? [] : [listChange('DeviceListChanged', path)]))

/** A change that changes nothing leaves the version as it is, and no trace. */
export const isSameDevice = (columns: DeviceColumns, before: DeviceRow): boolean =>
  isDeepStrictEqual(
    columns,
    Object.fromEntries(Object.keys(columns).map((name) => [name, before[name as keyof DeviceColumns]])), // its own keys
  )

export const deviceChanges = (before: DeviceRow, after: DeviceRow): FieldChanges =>
  fieldChanges(editable(before), editable(after))

function actionOf(before: DeviceRow, after: DeviceRow) {
  if (before.siteId === after.siteId) return 'device.changed'
  return before.siteId === null ? 'device.claimed' : 'device.moved'
}

interface Pair {
  before: DeviceRow
  after: DeviceRow
}

async function endAlerts(
  tx: Kysely<Database>,
  pairs: readonly Pair[],
  { at, userId }: { at: Date; userId: string },
): Promise<NewEvent[]> {
  const end = async (
    reason: 'Moved' | 'DeviceDeactivated' | 'RuleChanged',
    deviceNos: readonly number[],
    typeKeys: readonly string[] | null,
  ) =>
    deviceNos.length === 0
      ? []
      : endDeviceAlerts(executeIn(tx), { deviceNos: [...deviceNos], typeKeys, at, reason, userId })
  const isMoved = ({ before, after }: Pair) => before.siteId !== after.siteId
  const numbers = (some: readonly Pair[]) => some.map(({ after }) => after.no)
  const silenced = pairs.filter((pair) => !isMoved(pair) && !mayAlert(pair.after, at))
  const events = [
    ...(await end('Moved', numbers(pairs.filter(isMoved)), null)),
    ...(await end('DeviceDeactivated', numbers(silenced), null)),
  ]
  const rest = pairs.filter((pair) => !isMoved(pair) && mayAlert(pair.after, at))
  const byLost = Map.groupBy(rest, ({ before, after }) => lostAlertTypes(before.kinds, after.kinds).join(' '))
  for (const [lost, some] of byLost)
    if (lost !== '') events.push(...(await end('RuleChanged', numbers(some), lost.split(' '))))
  return events
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
