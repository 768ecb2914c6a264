import { insertAuditEntries } from '@eot/server/access/audit.queries'
import type { Database } from '@eot/server/database'
import { outageQueries } from '@eot/server/features/outages/outages.queries'
import { executeIn } from '@eot/server/platform/db/execute.queries'
import { uuidv7 } from '@eot/server/platform/db/uuid'
import type { Kysely } from 'kysely'
import type { Span } from './history-plan.ts'
import { listOfflineAlerts } from './organization.queries.ts'
import type { PlannedSite } from './organization.ts'

/** All devices of a site are silent for a while, as after a power cut. */
export interface PlannedOutage {
  readonly site: string
  /** Before the creation of the demo. */
  readonly agoMs: number
  readonly forMs: number
}

export const spanOf = ({ agoMs, forMs }: PlannedOutage, madeAtMs: number): Span => ({
  fromMs: madeAtMs - agoMs,
  toMs: madeAtMs - agoMs + forMs,
})

/** Returns the outages of each device's site, by hardware address. */
export function outagesByMac(
  sites: readonly PlannedSite[],
  outages: readonly PlannedOutage[],
  madeAtMs: number,
): Map<string, Span[]> {
  const spans = (site: string) =>
    outages.filter((outage) => outage.site === site).map((outage) => spanOf(outage, madeAtMs))
  return new Map(sites.flatMap(({ name, devices }) => devices.map(({ mac }) => [mac, spans(name)])))
}

/** Records the outages, whose alerts the history has raised, as the program does when it detects one (B8). */
export async function recordOutages(
  db: Kysely<Database>,
  outages: readonly PlannedOutage[],
  madeAtMs: number,
): Promise<void> {
  for (const outage of outages) {
    const alerts = await listOfflineAlerts(db, outage.site, spanOf(outage, madeAtMs))
    const [first] = alerts
    if (!first) throw new Error(`no device of ${outage.site} was missed in its outage`)
    const { startedAt } = first
    // All alerts have ended: the history ends the remaining ones.
    const endedAt = new Date(Math.max(...alerts.map((alert) => alert.endedAt?.getTime() ?? 0)))
    await db.transaction().execute(async (tx) => {
      const queries = outageQueries(tx)
      const { siteId, sitePath } = first
      const id = uuidv7()
      await queries.insertOutage({ id, siteId, sitePath }, { startedAt, detectedAt: startedAt })
      await queries.linkAlerts(
        id,
        alerts.map((alert) => alert.id),
      )
      await queries.endOutage(id, endedAt)
      const entry = { actorId: null, siteId, subjectId: siteId }
      const count = alerts.length
      await insertAuditEntries(executeIn(tx), [
        {
          ...entry,
          at: startedAt,
          action: 'site.outage_started',
          details: { changes: { DevicesReporting: [count, 0] } },
        },
        {
          ...entry,
          at: endedAt,
          action: 'site.outage_ended',
          details: { changes: { DevicesSilent: [count, 0] } },
        },
      ])
    })
  }
}
