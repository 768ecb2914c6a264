import { sensorKeys } from '@eot/contract/vocabulary'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database.ts'
import { executeIn } from '../../platform/db/execute.queries.ts'
import { listSendersSince, offlineAfterSql, type Sender } from '../readings/index.ts'

interface Raised {
  id: string
  ended_at: Date | null
  sensor: string | null
}

interface Watched extends Sender {
  id: string
  isOnline: boolean
  /** Without a value of the kind after this, the alert is stale. */
  since: Date
}

/**
 * The alerts that are open although their device is offline, or has sent no value of their kind for as long as makes a device
 * offline. Offline alerts have no kind and are never stale.
 */
export async function findStaleAlerts(db: Kysely<Database>, raised: readonly Raised[]): Promise<Set<string>> {
  const open = raised.filter(({ ended_at, sensor }) => ended_at === null && sensor !== null)
  if (open.length === 0) return new Set()
  const watched = await listWatched(
    db,
    open.map(({ id }) => id),
  )
  const stale = new Set(watched.map(({ id }) => id))
  const online = watched.filter(({ isOnline, sensor }) => isOnline && sensorKeys.includes(sensor))
  for (const asked of Map.groupBy(online, ({ since }) => since.getTime()).values()) {
    const since = asked[0]?.since ?? new Date()
    for (const { id } of await listSendersSince(executeIn(db), asked, since)) stale.delete(id)
  }
  return stale
}

async function listWatched(db: Kysely<Database>, ids: readonly string[]): Promise<Watched[]> {
  const { rows } = await sql<Watched>`
    select alert.id, alert.sensor, d.no, s.online as "isOnline", now() - ${sql.raw(offlineAfterSql)} as since
    from alert join device d on d.id = alert.device_id join device_state s on s.device_no = d.no
    where alert.id = any(${ids}::uuid[])`.execute(db)
  return rows
}
