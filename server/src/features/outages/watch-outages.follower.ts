import type { Transaction } from 'kysely'
import { type AuditEntry, insertAuditEntries } from '../../access/audit.queries.ts'
import { siteIdsOf } from '../../access/site-path.ts'
import type { Database } from '../../database.ts'
import { executeIn } from '../../platform/db/execute.queries.ts'
import { uuidv7 } from '../../platform/db/uuid.ts'
import { appendEvents, type EventFollower, listChange, type StoredEvent } from '../events/index.ts'
import {
  commonSite,
  countWithin,
  fewestDevices,
  isRestored,
  type Reporting,
  type SiteOutage,
  siteOutages,
} from './outage-rule.ts'
import { type OutageRow, outageQueries } from './outages.queries.ts'

/** The longest report interval. Devices that were last heard earlier fell silent at another time. */
const longestIntervalMs = 86_400_000

interface Change {
  sitePath: string
  entry?: AuditEntry
}

/** Finds sites whose devices fall silent together, and detects when they are back (B8). */
export const watchOutages: EventFollower = {
  name: 'outages',
  async handle(tx, events) {
    const ofSilence = events.filter(({ alertType }) => alertType === 'Offline')
    const changes = [
      ...(await startOutages(
        tx,
        ofSilence.filter(({ kind }) => kind === 'AlertStarted'),
      )),
      ...(await endOutages(
        tx,
        ofSilence.filter(({ kind }) => kind === 'AlertEnded'),
      )),
    ]
    await insertAuditEntries(
      executeIn(tx),
      changes.flatMap(({ entry }) => entry ?? []),
    )
    const paths = new Set(changes.map(({ sitePath }) => sitePath))
    await appendEvents(
      executeIn(tx),
      [...paths].map((path) => listChange('OutagesChanged', path)),
    )
  },
}

async function startOutages(tx: Transaction<Database>, events: readonly StoredEvent[]): Promise<Change[]> {
  if (events.length === 0) return []
  const queries = outageQueries(tx)
  const first = Math.min(...events.map(({ at }) => at.getTime()))
  const silent = await queries.listSilent(new Date(first - longestIntervalMs))
  if (silent.length < fewestDevices) return []
  const reporting = await queries.countReporting(new Date(first))
  const detectedAt = new Date(Math.max(...events.map(({ at }) => at.getTime())))
  const changes: Change[] = []
  for (const outage of siteOutages(silent, reporting))
    changes.push(...(await recordOutage(tx, outage, reporting, detectedAt)))
  return changes
}

/** Stores an outage, or extends the one that already has some of its alerts. */
async function recordOutage(
  tx: Transaction<Database>,
  { sitePath, since, alertIds }: SiteOutage,
  reporting: Reporting,
  detectedAt: Date,
): Promise<Change[]> {
  const queries = outageQueries(tx)
  const [known, ...others] = await queries.listOpenOf(alertIds)
  if (!known) {
    const outage = { id: uuidv7(), sitePath, siteId: idOf(sitePath) }
    await queries.insertOutage(outage, { startedAt: new Date(since), detectedAt })
    await queries.linkAlerts(outage.id, alertIds)
    return [{ sitePath, entry: startOf(outage, alertIds.length, reporting) }]
  }
  // It never narrows: the devices that are back were part of it.
  const path = commonSite([known.sitePath, sitePath])
  const widened = { ...known, sitePath: path, siteId: idOf(path) }
  await queries.widenOutage(widened, new Date(since))
  await queries.linkAlerts(known.id, alertIds)
  await queries.deleteEmpty(others.map(({ id }) => id))
  if (path === known.sitePath) return [{ sitePath: path }]
  const { devices } = await queries.countDevices(known.id)
  return [{ sitePath: path, entry: startOf(widened, devices, reporting) }]
}

async function endOutages(tx: Transaction<Database>, events: readonly StoredEvent[]): Promise<Change[]> {
  if (events.length === 0) return []
  const queries = outageQueries(tx)
  const changes: Change[] = []
  for (const outage of await queries.listOpenOf(events.flatMap(({ alertId }) => alertId ?? []))) {
    const { devices, silent, lastBackAt } = await queries.countDevices(outage.id)
    const isOver = lastBackAt !== null && isRestored(devices, silent)
    if (isOver) await queries.endOutage(outage.id, lastBackAt)
    changes.push({
      sitePath: outage.sitePath,
      ...(isOver && { entry: entryOf(outage, 'site.outage_ended', { DevicesSilent: [devices, silent] }) }),
    })
  }
  return changes
}

function startOf(outage: OutageRow, devices: number, reporting: Reporting): AuditEntry {
  const left = countWithin(reporting, outage.sitePath)
  return entryOf(outage, 'site.outage_started', { DevicesReporting: [left + devices, left] })
}

const entryOf = (
  { siteId }: OutageRow,
  action: 'site.outage_started' | 'site.outage_ended',
  changes: Record<string, [number, number]>,
): AuditEntry => ({ actorId: null, siteId, action, subjectId: siteId, details: { changes } })

const idOf = (sitePath: string): string => siteIdsOf(sitePath).at(-1) ?? ''
