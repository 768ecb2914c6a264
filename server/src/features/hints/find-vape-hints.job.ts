import type { Kysely } from 'kysely'
import { programScope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { executeIn } from '../../platform/db/execute.queries.ts'
import { inSnapshot } from '../../platform/db/in-snapshot.ts'
import type { Log } from '../../platform/log.ts'
import { listSeriesDevices, readSeries } from '../readings/index.ts'
import { searchQueries, type VapeAlert } from './found-rooms.queries.ts'
import { hintQueries } from './hints.queries.ts'
import { episodeMs, usualFromMs, vapeEvidence, vapeWitnesses } from './vape-evidence.ts'

/**
 * An alert without a hint is examined once its first minutes have passed, and repeatedly for an hour, since devices may deliver
 * late.
 */
const lateMs = 3_600_000
const mostAtOnce = 500

/**
 * Looks for hints at the vape alerts of the last hour. They give people more information about an alert, and never change it.
 */
export function findVapeHints(db: Kysely<Database>, now: Date, log: Pick<Log, 'error'>): Promise<void> {
  const to = now.getTime() - episodeMs
  return findVapeHintsBetween(db, { from: new Date(to - lateMs), to: new Date(to) }, log)
}

/** Looks for hints at the vape alerts that started in [from, to). */
export async function findVapeHintsBetween(
  db: Kysely<Database>,
  { from, to }: { from: Date; to: Date },
  log: Pick<Log, 'error'>,
): Promise<void> {
  let since = from
  for (;;) {
    const alerts = await searchQueries(db).listVapeAlerts(since, to, mostAtOnce)
    for (const alert of alerts)
      try {
        await findHint(db, alert)
      } catch (error) {
        log.error({ err: error, alert: alert.id }, 'no hint could be looked for')
      }
    const last = alerts.at(-1)
    if (!last || alerts.length < mostAtOnce) return
    since = new Date(last.started_at.getTime() + 1)
  }
}

async function findHint(db: Kysely<Database>, alert: VapeAlert): Promise<void> {
  const startMs = alert.started_at.getTime()
  const range = { from: startMs - usualFromMs, to: startMs + episodeMs }
  const scope = programScope({ id: alert.site_id, path: alert.site_path })
  const points = await inSnapshot(db, async (tx) => {
    const execute = executeIn(tx)
    const [device] = await listSeriesDevices(execute, scope, [alert.device_id])
    return device && readSeries(execute, device, range, vapeWitnesses, undefined, alert.time_zone)
  })
  if (!points) return
  const [particulate = [], TVOC = [], humidity = []] = points.points
  const found = vapeEvidence({ particulate, TVOC, humidity }, startMs)
  if (!found) return
  await hintQueries(db).putHints([
    {
      site_id: alert.site_id,
      device_id: alert.device_id,
      kind: found.kind,
      subject: alert.id,
      alert_id: alert.id,
      first_at: alert.started_at,
      last_at: alert.started_at,
      evidence: JSON.stringify(found.evidence),
      lead_seconds: found.leadSeconds,
      rooms: null,
      days: null,
    },
  ])
}
