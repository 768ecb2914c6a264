import { mostOwnReports, type OwnReportChange, type OwnReportInput } from '@eot/contract/own-reports'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { insertAuditEntry } from '../../access/audit.queries.ts'
import type { Caller } from '../../access/caller.ts'
import { refuseStaleEdit } from '../../access/edit-conflict.queries.ts'
import { fieldChanges } from '../../access/field-changes.ts'
import { ownScope } from '../../access/scope.ts'
import { holdSite, holdTree } from '../../access/site-tree-lock.queries.ts'
import type { Database } from '../../database.ts'
import { AppError, found, invalid } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { violatesUnique } from '../../platform/db/database-failure.ts'
import { uuidv7 } from '../../platform/db/uuid.ts'
import { requireWithin, subscriptionMemberQueries } from '../subscriptions/index.ts'
import { listOwnReaders } from './own-report-readers.command.ts'
import { type OwnReportRow, ownReportQueries } from './own-reports.queries.ts'
import {
  changedWish,
  type OwnReportMembers,
  type OwnReportWish,
  ownReportToWire,
  wishOf,
} from './own-reports.wire.ts'
import { scheduledTypeOf } from './report-period.ts'
import { reportPlanQueries } from './report-plan.queries.ts'

interface Parts {
  db: Kysely<Database>
  clock: Clock
}

const memberSets = ['devices', 'groups', 'users', 'lists'] as const
const none: OwnReportMembers = { devices: [], groups: [], users: [], lists: [] }

/** Throws `…_not_found` for a device or group outside of its site, and for a user or list that the caller does not see. */
export function createOwnReport(
  { db, clock }: Parts,
  caller: Caller,
  { Site, ...input }: z.output<typeof OwnReportInput>,
): Promise<OwnReportRow> {
  return changing(db, async (tx) => {
    const site = await holdSite(tx, caller, Site?.toLowerCase())
    const queries = ownReportQueries(tx)
    if ((await queries.countOfSite(site.siteId)) >= mostOwnReports) throw new AppError('own_report_limit')
    const id = uuidv7()
    const wish = wishOf(input)
    refuseAimless(wish)
    const at = clock()
    await queries.insertOwnReport({
      id,
      site_id: site.siteId,
      ...wish.fields,
      created_by: caller.userId,
      created_at: at,
    })
    await changeMembers(tx, { caller, id, sitePath: site.path, before: none, after: wish.members })
    await planFrom(tx, { id, siteId: site.siteId, schedule: wish.fields.schedule }, at)
    return record(tx, caller, { id, action: 'own_report.created', before: {} })
  })
}

export function updateOwnReport(
  { db, clock }: Parts,
  caller: Caller,
  id: string,
  change: z.output<typeof OwnReportChange>,
): Promise<OwnReportRow> {
  return changing(db, async (tx) => {
    const before = await lockOwnReport(tx, caller, id)
    const receivers = (await listOwnReaders(tx, [before])).get(id)?.length ?? 0
    await refuseStaleEdit(tx, caller, {
      given: change.Version,
      stored: before,
      current: ownReportToWire(before, { receivers, now: clock() }),
    })
    const shown = await shownOf(tx, caller, before)
    const wish = changedWish(before, change)
    // Its devices and groups may have been deleted in the meantime: it is empty then, and can still be changed in other ways.
    if (change.Devices != null || change.Groups != null) refuseAimless(wish)
    await ownReportQueries(tx).updateOwnReport(id, wish.fields)
    const members = Object.fromEntries(memberSets.map((name) => [name, before[name].map((one) => one.id)]))
    await changeMembers(tx, {
      caller,
      id,
      sitePath: before.sitePath,
      before: { ...none, ...members },
      after: wish.members,
    })
    const { schedule } = wish.fields
    if (schedule !== before.schedule) await planFrom(tx, { id, siteId: before.site_id, schedule }, clock())
    return record(tx, caller, { id, action: 'own_report.changed', before: shown })
  })
}

export async function deleteOwnReport({ db }: Parts, caller: Caller, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const before = await lockOwnReport(tx, caller, id)
    const changes = fieldChanges<object>(await shownOf(tx, caller, before), {})
    await ownReportQueries(tx).deleteOwnReport(id)
    await insertAuditEntry(tx, {
      actorId: caller.userId,
      siteId: before.site_id,
      action: 'own_report.deleted',
      subjectId: id,
      details: { changes },
    })
  })
}

async function changing<T>(db: Kysely<Database>, work: (tx: Kysely<Database>) => Promise<T>): Promise<T> {
  try {
    return await db.transaction().execute(work)
  } catch (error) {
    if (violatesUnique(error, 'own_report__site_id__name')) throw new AppError('own_report_name_taken')
    throw error
  }
}

async function lockOwnReport(tx: Kysely<Database>, caller: Caller, id: string): Promise<OwnReportRow> {
  await holdTree(tx)
  await ownReportQueries(tx).lockOwnReport(id)
  return getOwnReport(tx, caller, id)
}

const getOwnReport = async (tx: Kysely<Database>, caller: Caller, id: string) =>
  found(await ownReportQueries(tx).findOwnReport(ownScope(caller), id), 'own_report_not_found')

function refuseAimless({ fields, members: { devices, groups } }: OwnReportWish): void {
  if (fields.all_devices && groups.length > 0) throw invalid('Groups', 'Only with chosen devices')
  if (!fields.all_devices && devices.length + groups.length === 0)
    throw invalid('Devices', 'Please choose a device or a group')
}

interface MemberChange {
  caller: Caller
  id: string
  sitePath: string
  /** The members that the caller sees. Others stay. */
  before: OwnReportMembers
  after: OwnReportMembers
}

async function changeMembers(
  tx: Kysely<Database>,
  { caller, id, sitePath, before, after }: MemberChange,
): Promise<void> {
  for (const name of memberSets) {
    const isReceiver = name === 'users' || name === 'lists'
    const added = after[name].filter((one) => !before[name].includes(one))
    const removed = before[name].filter((one) => !after[name].includes(one))
    await requireWithin(tx, {
      path: isReceiver ? ownScope(caller).path : sitePath,
      name,
      ids: added,
      hold: true,
    })
    await subscriptionMemberQueries(tx, 'own_report').changeMembers(name, id, { added, removed })
  }
}

/**
 * Returns the time from which periods are planned. Periods that have ended by then are not generated automatically, whatever
 * the schedule was before.
 */
async function planFrom(
  tx: Kysely<Database>,
  { id, siteId, schedule }: { id: string; siteId: string; schedule: OwnReportRow['schedule'] },
  at: Date,
): Promise<void> {
  const type = scheduledTypeOf(schedule)
  const queries = reportPlanQueries(tx)
  await queries.deleteCursorsOf(id)
  if (type) await queries.insertCursor({ siteId, type, ownReportId: id }, at)
}

async function record(
  tx: Kysely<Database>,
  caller: Caller,
  { id, action, before }: { id: string; action: 'own_report.created' | 'own_report.changed'; before: object },
): Promise<OwnReportRow> {
  const after = await getOwnReport(tx, caller, id)
  await insertAuditEntry(tx, {
    actorId: caller.userId,
    siteId: after.site_id,
    action,
    subjectId: id,
    details: { changes: fieldChanges<object>(before, await shownOf(tx, caller, after)) },
  })
  return after
}

/**
 * Returns what the history shows. Its readers may belong only to the site, so receivers above it are counted rather than named.
 */
async function shownOf(
  tx: Kysely<Database>,
  caller: Caller,
  { id, sitePath }: OwnReportRow,
): Promise<object> {
  const row = await ownReportQueries(tx).findOwnReport(ownScope(caller), id, sitePath)
  const { name, sections, schedule, all_devices, devices, groups, users, lists, receiverTotal } = found(
    row,
    'own_report_not_found',
  )
  const names = (members: readonly { name: string }[]) => members.map((member) => member.name)
  return {
    Name: name,
    Sections: sections,
    Schedule: schedule,
    Devices: all_devices ? 'All' : names(devices),
    Groups: names(groups),
    Users: names(users),
    Lists: names(lists),
    OtherReceivers: receiverTotal - users.length - lists.length,
  }
}
