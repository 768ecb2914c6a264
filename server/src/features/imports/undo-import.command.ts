import { SiteUpdate } from '@eot/contract/site-fields'
import { insertAuditEntry } from '../../access/audit.queries.ts'
import { ownScope } from '../../access/scope.ts'
import { isWithin } from '../../access/site-path.ts'
import { holdTree, lockTree } from '../../access/site-tree-lock.queries.ts'
import { AppError } from '../../platform/app-error.ts'
import { rollBackToSavepoint, savepoint } from '../../platform/db/savepoint.ts'
import {
  type AlertsToEnd,
  type DeviceColumns,
  type DeviceRow,
  deviceQueries,
  releaseDevices,
  removeDevices,
  storeDevices,
} from '../devices/index.ts'
import { listChange, type NewEvent } from '../events/index.ts'
import { changeInTree, removeEmptySite, siteQueries, siteTreeQueries } from '../sites/index.ts'
import { finishStep } from './finish-step.command.ts'
import { listPaths } from './import-context.queries.ts'
import { type Applied, importLineQueries } from './import-lines.queries.ts'
import type { Step } from './import-step.command.ts'

interface Undone {
  line: number
  /** Empty if the line was undone. */
  leftBecause: string
}

/** The work that remains when all lines have been handled. */
interface Later {
  events: NewEvent[]
  toEnd: AlertsToEnd[]
}

const changedSince = 'It has been changed since'
const goneSince = 'It has been deleted since'

/**
 * Undoes an import in one transaction: deletes what it has created and restores what it has changed. Records that have been
 * changed since are left as they are.
 */
export async function undoImport(step: Step): Promise<void> {
  const { tx, row, caller } = step
  await (row.kind === 'Sites' ? lockTree : holdTree)(tx)
  const lines = importLineQueries(tx, row.id)
  const events: NewEvent[] = []
  const toEnd: AlertsToEnd[] = []
  let done = 0
  let left = 0
  for await (const batch of lines.appliedBatches()) {
    const undone =
      row.kind === 'Devices'
        ? await undoDevices(step, batch, { events, toEnd })
        : await undoSites(step, batch, { events, toEnd })
    await lines.markUndone(undone)
    left += undone.filter(({ leftBecause }) => leftBecause !== '').length
    done += batch.length
    await step.progress(done)
  }
  await insertAuditEntry(tx, {
    actorId: caller.userId,
    siteId: row.site_id,
    action: 'import.undone',
    subjectId: row.id,
    details: { kind: row.kind, fileName: row.file_name, undone: done - left, left },
  })
  await finishStep(step, { events, toEnd })
}

async function undoDevices(
  { tx, caller, at }: Step,
  batch: readonly Applied[],
  { events, toEnd }: Later,
): Promise<Undone[]> {
  const rows = await deviceQueries(tx).holdDevicesByIds(batch.map(({ recordId }) => recordId))
  const byId = new Map(rows.map((row) => [row.id, row]))
  const formerSites = batch.flatMap(({ before }) => (before as { siteId?: string } | null)?.siteId ?? [])
  const paths = await listPaths(tx, formerSites)
  const mayReturnTo = (siteId: string) =>
    paths.some((path) => path.endsWith(`${siteId}/`) && isWithin(path, caller.sitePath))
  const created: DeviceRow[] = []
  const claimed: DeviceRow[] = []
  const edits: { before: DeviceRow; columns: DeviceColumns }[] = []
  const undone = batch.map(({ line, recordId, version, fate, before }): Undone => {
    const device = byId.get(recordId)
    if (!device || device.sitePath === null) return { line, leftBecause: device ? changedSince : goneSince }
    if (device.version !== version || !isWithin(device.sitePath, caller.sitePath))
      return { line, leftBecause: changedSince }
    if (fate === 'Created') created.push(device)
    else {
      // As stored when the line was applied.
      const former = before as Omit<DeviceColumns, 'settings' | 'expiresAt'> & { expiresAt: string | null }
      if (former.siteId === null) claimed.push(device)
      else if (!mayReturnTo(former.siteId)) return { line, leftBecause: 'Its former site is gone' }
      else {
        const expiresAt = former.expiresAt === null ? null : new Date(former.expiresAt)
        edits.push({ before: device, columns: { ...former, expiresAt, settings: device.settings } })
      }
    }
    return { line, leftBecause: '' }
  })
  if (created.length > 0)
    events.push(...(await removeDevices(tx, caller.userId, created, { reason: 'Deleted', at })))
  if (claimed.length > 0) events.push(...(await releaseDevices(tx, caller.userId, claimed, at)))
  const restored = await storeDevices(tx, caller.userId, edits, at)
  events.push(...restored.events)
  toEnd.push(...restored.toEnd)
  return undone
}

async function undoSites(step: Step, batch: readonly Applied[], later: Later): Promise<Undone[]> {
  const undone: Undone[] = []
  const exchanged: Applied[] = []
  for (const line of batch) {
    const leftBecause = await undoSite(step, line, later)
    if (leftBecause === nameTaken && line.fate !== 'Created') exchanged.push(line)
    else undone.push({ line: line.line, leftBecause })
  }
  return [...undone, ...(await undoExchanged(step, exchanged, later))]
}

const nameTaken = new AppError('site_name_taken').message

/** Restores sites that swapped their names. Their names are freed first, so that the order does not matter. */
async function undoExchanged(step: Step, batch: readonly Applied[], later: Later): Promise<Undone[]> {
  if (batch.length === 0) return []
  const { tx, caller, at } = step
  await savepoint(tx)
  const done: Later = { events: [], toEnd: [] }
  try {
    const rows = []
    for (const line of batch) {
      const site = await siteQueries(tx).findSite(ownScope(caller), line.recordId)
      if (!site) throw new AppError('site_not_found')
      rows.push({ site, before: SiteUpdate.parse(line.before) })
      await siteTreeQueries(tx).takeName(site.id)
    }
    for (const { site, before } of rows) {
      const change = await changeInTree(tx, caller, site, before, at)
      done.events.push(...change.events)
      done.toEnd.push(...change.toEnd)
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await rollBackToSavepoint(tx)
    return batch.map(({ line }) => ({ line, leftBecause: error.message }))
  }
  later.events.push(...done.events)
  later.toEnd.push(...done.toEnd)
  return batch.map(({ line }) => ({ line, leftBecause: '' }))
}

/** Undoes the changes of a site. Returns why it was left as it is, or an empty text. */
async function undoSite(
  { tx, caller, at }: Step,
  { recordId, version, fate, before }: Applied,
  { events, toEnd }: Later,
): Promise<string> {
  const site = await siteQueries(tx).findSite(ownScope(caller), recordId)
  if (!site) return goneSince
  if (site.version !== version) return changedSince
  if (fate === 'Created') {
    const { id, name, parent_id: parentId, path } = site
    if (!(await removeEmptySite(tx, caller.userId, { id, name, parentId }))) return 'It is in use'
    events.push(listChange('SitesChanged', path.slice(0, -`${id}/`.length)))
    return ''
  }
  await savepoint(tx)
  try {
    const change = await changeInTree(tx, caller, site, SiteUpdate.parse(before), at)
    events.push(...change.events)
    toEnd.push(...change.toEnd)
    return ''
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await rollBackToSavepoint(tx)
    return error.message
  }
}
