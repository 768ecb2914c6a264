import {
  longestMaintenanceDays,
  type MaintenanceChange,
  type MaintenanceInput,
} from '@eot/contract/maintenance'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { insertAuditEntry } from '../../access/audit.queries.ts'
import type { AuditAction } from '../../access/audit-actions.ts'
import { auditedSite } from '../../access/audit-place.ts'
import type { Caller } from '../../access/caller.ts'
import { refuseStaleEdit } from '../../access/edit-conflict.queries.ts'
import { fieldChanges } from '../../access/field-changes.ts'
import { ownScope } from '../../access/scope.ts'
import { holdSite, holdTree } from '../../access/site-tree-lock.queries.ts'
import type { Database } from '../../database.ts'
import { AppError, found, invalid } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { uuidv7 } from '../../platform/db/uuid.ts'
import { enqueueAll } from '../../platform/jobs/job-queue.ts'
import { announceChange } from '../events/index.ts'
import { announceMaintenanceJob } from './announce-maintenance.job.ts'
import {
  type MaintenanceFields,
  type MaintenanceWindowRow,
  maintenanceQueries,
} from './maintenance.queries.ts'
import { maintenanceToWire } from './maintenance.wire.ts'

interface Parts {
  db: Kysely<Database>
  clock: Clock
}

const dayMs = 86_400_000

/** Throws `…_not_found` for a site, group or device that is missing, foreign or in the inventory. */
export function createMaintenance(
  { db, clock }: Parts,
  caller: Caller,
  input: z.output<typeof MaintenanceInput>,
): Promise<MaintenanceWindowRow> {
  return db.transaction().execute(async (tx) => {
    const id = uuidv7()
    const target = await findTarget(tx, caller, input)
    const now = clock()
    const fields = checked(
      {
        starts_at: later(input.StartAt, now),
        ends_at: new Date(input.EndAt),
        reason: input.Reason,
        tells_urgent: input.TellsUrgent,
      },
      now,
    )
    await maintenanceQueries(tx).insertWindow({ id, ...target, ...fields, created_by: caller.userId })
    return record(tx, caller, { id, action: 'maintenance.created', before: undefined })
  })
}

/** Throws `maintenance_ended` for a window that has ended. */
export function updateMaintenance(
  { db, clock }: Parts,
  caller: Caller,
  id: string,
  change: z.output<typeof MaintenanceChange>,
): Promise<MaintenanceWindowRow> {
  return db.transaction().execute(async (tx) => {
    const before = await lockWindow(tx, caller, id)
    await refuseStaleEdit(tx, caller, {
      given: change.Version,
      stored: before,
      current: maintenanceToWire(before),
    })
    const now = clock()
    if (before.ends_at <= now) throw new AppError('maintenance_ended')
    const startAt = change.StartAt ?? undefined
    const fields = checked(
      {
        starts_at: before.starts_at <= now || startAt === undefined ? before.starts_at : later(startAt, now),
        ends_at: change.EndAt == null ? before.ends_at : new Date(change.EndAt),
        reason: change.Reason ?? before.reason,
        tells_urgent: change.TellsUrgent ?? before.tells_urgent,
      },
      now,
    )
    await maintenanceQueries(tx).updateWindow(id, fields)
    return record(tx, caller, { id, action: 'maintenance.changed', before })
  })
}

/** Throws `maintenance_ended` for a window that has ended, and `maintenance_not_begun` for one that has not begun. */
export function endMaintenance(
  { db, clock }: Parts,
  caller: Caller,
  id: string,
): Promise<MaintenanceWindowRow> {
  return db.transaction().execute(async (tx) => {
    const before = await lockWindow(tx, caller, id)
    const now = clock()
    if (before.ends_at <= now) throw new AppError('maintenance_ended')
    if (before.starts_at > now) throw new AppError('maintenance_not_begun')
    const { starts_at, reason, tells_urgent } = before
    const fields = { starts_at, reason, tells_urgent, ends_at: now, ended_by: caller.userId }
    await maintenanceQueries(tx).updateWindow(id, fields)
    return record(tx, caller, { id, action: 'maintenance.ended', before })
  })
}

/** Throws `maintenance_begun` for a window that has begun: it stays in the list. */
export async function cancelMaintenance({ db, clock }: Parts, caller: Caller, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const window = await lockWindow(tx, caller, id)
    if (window.starts_at <= clock()) throw new AppError('maintenance_begun')
    await maintenanceQueries(tx).deleteWindow(id)
    await insertAuditEntry(tx, {
      actorId: caller.userId,
      siteId: window.site_id,
      action: 'maintenance.canceled',
      subjectId: id,
      details: { changes: fieldChanges<object>(shownOf(window), {}) },
    })
    await announceChange(tx, 'MaintenanceChanged', window.sitePath)
  })
}

async function lockWindow(tx: Kysely<Database>, caller: Caller, id: string): Promise<MaintenanceWindowRow> {
  await holdTree(tx)
  await maintenanceQueries(tx).lockWindow(id)
  return getWindow(tx, caller, id)
}

const getWindow = async (tx: Kysely<Database>, caller: Caller, id: string) =>
  found(await maintenanceQueries(tx).findWindow(ownScope(caller), id), 'maintenance_not_found')

/** Finds what a window covers: a device, a group or else a site. */
async function findTarget(
  tx: Kysely<Database>,
  caller: Caller,
  { Site, Group, Device }: z.output<typeof MaintenanceInput>,
) {
  const site = await holdSite(tx, caller, Site?.toLowerCase())
  const find = maintenanceQueries(tx).findTarget
  const [own, group, device] = [ownScope(caller), Group?.toLowerCase(), Device?.toLowerCase()]
  const ofGroup = group && found(await find('device_group', own, group, true), 'group_not_found')
  const ofDevice = device && found(await find('device', own, device, true), 'device_not_found')
  if (ofGroup && ofDevice) throw invalid('Device', 'Choose a device or a group, not both')
  return {
    site_id: (ofDevice || ofGroup || site).siteId,
    device_group_id: group ?? null,
    device_id: device ?? null,
  }
}

const later = (given: string | undefined, now: Date): Date =>
  new Date(Math.max(now.getTime(), given === undefined ? 0 : Date.parse(given)))

function checked(fields: MaintenanceFields, now: Date): MaintenanceFields {
  const lengthMs = fields.ends_at.getTime() - fields.starts_at.getTime()
  if (lengthMs <= 0) throw invalid('EndAt', 'Must be after the start')
  if (fields.ends_at <= now) throw invalid('EndAt', 'Must be in the future')
  if (lengthMs > longestMaintenanceDays * dayMs)
    throw invalid('EndAt', `Must be at most ${longestMaintenanceDays} days after the start`)
  return fields
}

interface Change {
  id: string
  action: AuditAction
  before: MaintenanceWindowRow | undefined
}

/** Audits and announces a change, now and when the window begins and ends. Returns the changed window. */
async function record(
  tx: Kysely<Database>,
  caller: Caller,
  { id, action, before }: Change,
): Promise<MaintenanceWindowRow> {
  const after = await getWindow(tx, caller, id)
  await insertAuditEntry(tx, {
    actorId: caller.userId,
    siteId: after.site_id,
    action,
    subjectId: id,
    details: { changes: fieldChanges<object>(before ? shownOf(before) : {}, shownOf(after)) },
  })
  const turns = [after.starts_at, after.ends_at].map((startAt) => ({ payload: { windowId: id }, startAt }))
  await enqueueAll(tx, announceMaintenanceJob, turns)
  await announceChange(tx, 'MaintenanceChanged', after.sitePath)
  return after
}

function shownOf(row: MaintenanceWindowRow) {
  const { Group, Device, StartAt, EndAt, Reason, TellsUrgent } = maintenanceToWire(row)
  return {
    Site: auditedSite(row.site_id, row.siteName, row.sitePath),
    Group,
    Device,
    StartAt,
    EndAt,
    Reason,
    TellsUrgent,
  }
}
