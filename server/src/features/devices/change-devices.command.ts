import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import { type AuditEntry, insertAuditEntries } from '../../access/audit.queries.ts'
import { auditedSite } from '../../access/audit-place.ts'
import { type FieldChanges, fieldChanges } from '../../access/field-changes.ts'
import type { Database } from '../../database.ts'
import { executeIn } from '../../platform/db/execute.queries.ts'
import { listChange, type NewEvent } from '../events/index.ts'
import { endDeviceAlerts, endSwitchedOff } from '../ingest/index.ts'
import { changeDeviceQueries, type DeviceColumns } from './change-device.queries.ts'
import { type EditableDevice, lostAlertTypes, mayAlert } from './device-changes.ts'
import { type DeviceRow, deviceQueries } from './devices.queries.ts'

export interface DeviceEdit {
  /** Locked by the caller's transaction. */
  before: DeviceRow
  columns: DeviceColumns
}

/** `RuleOff`: only alerts whose rule is off now. */
export const alertEndReasons = [
  'Moved',
  'DeviceDeactivated',
  'SiteDeactivated',
  'DeviceExpired',
  'RuleChanged',
  'RuleOff',
] as const

/** Alerts that must end because their devices have changed. */
export interface AlertsToEnd {
  reason: (typeof alertEndReasons)[number]
  deviceNos: readonly number[]
  /** null: all types. */
  typeKeys: readonly string[] | null
}

interface StoredChanges {
  /** Their current state, in the order of the edits. */
  devices: DeviceRow[]
  toEnd: AlertsToEnd[]
  /** The caller appends these as the last step of its transaction. */
  events: NewEvent[]
}

/**
 * Changes devices in the caller's transaction, with an audit entry for each, and ends the alerts that the changes make invalid.
 * Returns the events to append at the end of the transaction.
 */
export async function changeDevices(
  tx: Kysely<Database>,
  userId: string,
  edits: readonly DeviceEdit[],
  at: Date,
): Promise<{ devices: DeviceRow[]; events: NewEvent[] }> {
  const { devices, toEnd, events } = await storeDevices(tx, userId, edits, at)
  return { devices, events: [...(await endAlerts(tx, toEnd, { at, userId })), ...events] }
}

/**
 * Stores the changes with their audit entries, without ending any alert. The transaction must then call `endAlerts`, after
 * which readings of the devices wait for its commit, or `endAlertsLater`.
 */
export async function storeDevices(
  tx: Kysely<Database>,
  userId: string,
  edits: readonly DeviceEdit[],
  at: Date,
): Promise<StoredChanges> {
  if (edits.length === 0) return { devices: [], toEnd: [], events: [] }
  await changeDeviceQueries(tx).updateDevices(
    edits.map(({ before, columns }) => ({ id: before.id, columns })),
  )
  const rows = await deviceQueries(tx).listDevicesByIds(edits.map(({ before }) => before.id))
  const byId = new Map(rows.map((row) => [row.id, row]))
  const pairs = edits.flatMap(({ before }) => {
    const after = byId.get(before.id)
    return after ? [{ before, after }] : []
  })
  await insertAuditEntries(
    executeIn(tx),
    pairs.flatMap((pair) => auditEntriesOf(userId, pair)),
  )
  const paths = pairs.flatMap(({ before, after }) => [before.sitePath, after.sitePath])
  return {
    devices: pairs.map(({ after }) => after),
    toEnd: alertsToEnd(pairs, at),
    events: deviceListChanges(paths),
  }
}

/** Ends the alerts. Returns the events to append at the end of the transaction. */
export async function endAlerts(
  tx: Kysely<Database>,
  toEnd: readonly AlertsToEnd[],
  { at, userId }: { at: Date; userId: string },
): Promise<NewEvent[]> {
  const events: NewEvent[][] = []
  for (const { reason, typeKeys, deviceNos } of byReason(toEnd))
    events.push(
      reason === 'RuleOff'
        ? await endSwitchedOff(executeIn(tx), { deviceNos }, { at, userId })
        : await endDeviceAlerts(executeIn(tx), { deviceNos, typeKeys, at, reason, userId }),
    )
  return events.flat()
}

/** Merges the entries of devices with the same reason and types. */
export const byReason = (toEnd: readonly AlertsToEnd[]): AlertsToEnd[] =>
  [...Map.groupBy(toEnd, ({ reason, typeKeys }) => JSON.stringify([reason, typeKeys])).values()].flatMap(
    ([first, ...more]) =>
      first ? [{ ...first, deviceNos: [first, ...more].flatMap(({ deviceNos }) => deviceNos) }] : [],
  )

/** Returns one event for each site; null is the inventory, whose list has no live updates. */
export const deviceListChanges = (paths: readonly (string | null)[]): NewEvent[] =>
  [...new Set(paths)].flatMap((path) => (path === null ? [] : [listChange('DeviceListChanged', path)]))

/** Returns whether an edit changes nothing. Such an edit keeps the version and leaves no trace. */
export const isSameDevice = (columns: DeviceColumns, before: DeviceRow): boolean =>
  isDeepStrictEqual(
    columns,
    Object.fromEntries(Object.keys(columns).map((name) => [name, before[name as keyof DeviceColumns]])), // its own keys
  )

export const deviceChanges = (before: DeviceRow, after: DeviceRow): FieldChanges =>
  fieldChanges(editable(before), editable(after))

/** Returns the properties of a device, for the entries of its creation and deletion. */
export const deviceContent = (row: DeviceRow) => ({ ...editable(row), Mac: row.mac, Site: audited(row) })

/** Returns the audit entries of a change. A device that leaves a site also has an entry there, without the other changes. */
function auditEntriesOf(actorId: string, { before, after }: Pair): AuditEntry[] {
  const { Site, ...changes } = deviceChanges(before, after)
  const sites = Site && { Site: [audited(before), audited(after)] }
  const about = { actorId, subjectId: before.id }
  const arrived: AuditEntry = {
    ...about,
    siteId: after.siteId,
    action: actionOf(before, after),
    details: { changes: { ...sites, ...changes } },
  }
  if (!sites || before.siteId === null) return [arrived]
  const details = { name: before.name, changes: sites }
  return [{ ...about, siteId: before.siteId, action: 'device.moved_away', details }, arrived]
}

const audited = ({ siteId, siteName, sitePath }: DeviceRow) => auditedSite(siteId, siteName, sitePath)

function actionOf(before: DeviceRow, after: DeviceRow) {
  if (before.siteId === after.siteId) return 'device.changed'
  return before.siteId === null ? 'device.claimed' : 'device.moved'
}

interface Pair {
  before: DeviceRow
  after: DeviceRow
}

/**
 * Returns all alerts on a move, a deactivation or an expiration in the past; on a change of model or rules, those of lost
 * sensor kinds and of rules that are off. Alerts stay under the number that the device had before a move.
 */
function alertsToEnd(pairs: readonly Pair[], at: Date): AlertsToEnd[] {
  const toEnd: AlertsToEnd[] = []
  const end = (reason: AlertsToEnd['reason'], some: readonly Pair[], typeKeys: readonly string[] | null) =>
    some.length > 0 && toEnd.push({ reason, typeKeys, deviceNos: some.map(({ before }) => before.no) })
  const isMoved = ({ before, after }: Pair) => before.siteId !== after.siteId
  const rest = pairs.filter((pair) => !isMoved(pair))
  end('Moved', pairs.filter(isMoved), null)
  const [alerting, quiet] = [
    rest.filter(({ after }) => mayAlert(after, at)),
    rest.filter(({ after }) => !mayAlert(after, at)),
  ]
  const isOff = ({ after }: Pair) => !after.isActive || after.isReturned
  end('DeviceDeactivated', quiet.filter(isOff), null)
  end(
    'DeviceExpired',
    quiet.filter((pair) => !isOff(pair)),
    null,
  )
  const byLost = Map.groupBy(alerting, ({ before, after }) =>
    lostAlertTypes(before.kinds, after.kinds).join(' '),
  )
  for (const [lost, some] of byLost) if (lost !== '') end('RuleChanged', some, lost.split(' '))
  const hasOtherRules = ({ before, after }: Pair) =>
    before.modelId !== after.modelId || !isDeepStrictEqual(before.settings.Rules, after.settings.Rules)
  end('RuleOff', alerting.filter(hasOtherRules), null)
  return toEnd
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
