import type { ImportColumn } from '@eot/contract/import-columns'
import { insertAuditEntries, insertAuditEntry } from '../../access/audit.queries.ts'
import { isWithin } from '../../access/site-path.ts'
import { holdTree, lockTree } from '../../access/site-tree-lock.queries.ts'
import { violatesUnique } from '../../platform/db/database-failure.ts'
import { executeIn } from '../../platform/db/execute.queries.ts'
import { type AlertsToEnd, deviceListChanges, deviceQueries, storeDevices } from '../devices/index.ts'
import type { NewEvent } from '../events/index.ts'
import { finishStep, type Outcome } from './finish-step.command.ts'
import { listPaths } from './import-context.queries.ts'
import { importLineQueries } from './import-lines.queries.ts'
import type { Step } from './import-step.command.ts'
import { contextOf } from './import-step.command.ts'
import { importQueries } from './imports.queries.ts'
import { DeviceLines, type JudgedDevice } from './judge-devices.command.ts'
import {
  type AppliedLine,
  type CheckedLine,
  type ImportContext,
  ImportOutdated,
  requireSame,
} from './judge-line.command.ts'
import { SiteLines } from './judge-sites.command.ts'

/**
 * Applies a checked file completely or not at all. Every line is judged again first; throws `ImportOutdated` if one would now
 * have another effect.
 */
export async function applyImport(step: Step): Promise<void> {
  const { tx, row, caller } = step
  await (row.kind === 'Sites' ? lockTree : holdTree)(tx)
  // The columns were matched by this program.
  const context = await contextOf(
    step,
    row.columns.map(({ Field }) => Field as ImportColumn | null),
  )
  const { events, toEnd } =
    row.kind === 'Devices' ? await applyDevices(step, context) : await applySites(step, context)
  await importQueries(tx).deleteChunks(row.id)
  await insertAuditEntry(tx, {
    actorId: caller.userId,
    siteId: row.site_id,
    action: 'import.applied',
    subjectId: row.id,
    details: { kind: row.kind, fileName: row.file_name, ...row.counts },
  })
  await finishStep(step, { events, toEnd })
}

async function applyDevices(step: Step, context: ImportContext): Promise<Outcome> {
  const { tx, row, caller, at } = step
  const lines = importLineQueries(tx, row.id)
  const judge = await DeviceLines.create(context, true)
  const siteIds = new Set<string>()
  const events: NewEvent[] = []
  const toEnd: AlertsToEnd[] = []
  let done = 0
  for (const fate of ['Created', 'Changed'] as const)
    for await (const batch of lines.batches([fate])) {
      const judged = await judgeAgain(judge, batch)
      if (fate === 'Created') await lines.markApplied(await createDevices(step, judged, siteIds))
      else {
        const edits = judged.flatMap(({ plan }) => (plan?.kind === 'change' ? [plan] : []))
        const changed = await storeDevices(tx, caller.userId, edits, at)
        for (const { columns } of edits) if (columns.siteId !== null) siteIds.add(columns.siteId)
        events.push(...changed.events)
        toEnd.push(...changed.toEnd)
        await lines.markApplied(judged.flatMap(appliedChange))
      }
      done += batch.length
      await step.progress(done)
    }
  const paths = await listPaths(tx, [...siteIds])
  if (!paths.every((path) => isWithin(path, caller.sitePath)))
    throw new ImportOutdated('A site of the file has been moved meanwhile')
  return { events: [...events, ...deviceListChanges(paths)], toEnd }
}

async function judgeAgain(judge: DeviceLines, batch: readonly CheckedLine[]): Promise<JudgedDevice[]> {
  const judged = await judge.judge(batch)
  for (const [index, now] of judged.entries()) {
    const line = batch[index]
    if (line) requireSame(line, now)
  }
  return judged
}

async function createDevices(
  { tx, caller }: Step,
  judged: readonly JudgedDevice[],
  siteIds: Set<string>,
): Promise<AppliedLine[]> {
  const made = judged.flatMap(({ line, plan, changes: { Site: _, ...changes } }) =>
    plan?.kind === 'create' ? [{ line: line.line, device: plan.device, changes }] : [],
  )
  try {
    await deviceQueries(tx).insertDevices(made.map(({ device }) => device))
  } catch (error) {
    if (violatesUnique(error, 'device_mac_key'))
      throw new ImportOutdated('A device of the file has been registered meanwhile')
    throw error
  }
  await insertAuditEntries(
    executeIn(tx),
    made.map(({ device, changes }) => ({
      actorId: caller.userId,
      siteId: device.siteId,
      action: 'device.created' as const,
      subjectId: device.id,
      details: { changes: { Name: [null, device.name], Mac: [null, device.mac], ...changes } },
    })),
  )
  for (const { device } of made) if (device.siteId !== null) siteIds.add(device.siteId)
  return made.map(({ line, device }) => ({ line, recordId: device.id, before: null, version: 1 }))
}

function appliedChange({ line, plan }: JudgedDevice): AppliedLine[] {
  if (plan?.kind !== 'change') return []
  const { name, siteId, modelId, isActive, isReturned, expiresAt, version, id } = plan.before
  const before = { name, siteId, modelId, isActive, isReturned, expiresAt }
  return [{ line: line.line, recordId: id, before, version: version + 1 }]
}

async function applySites(step: Step, context: ImportContext): Promise<Outcome> {
  const { tx, row } = step
  const lines = importLineQueries(tx, row.id)
  const judge = await SiteLines.create(context)
  const events: NewEvent[] = []
  const toEnd: AlertsToEnd[] = []
  let done = 0
  // In file order, since a site may be created below another one of the file.
  for await (const batch of lines.batches(['Created', 'Changed'], 50)) {
    const applied: AppliedLine[] = []
    for (const line of batch) {
      const result = await judge.apply(line)
      events.push(...result.events)
      toEnd.push(...result.toEnd)
      applied.push(result.applied)
    }
    await lines.markApplied(applied)
    done += batch.length
    await step.progress(done)
  }
  judge.finish()
  return { events, toEnd }
}
