import { type SensorKey, sensorKeys } from '@eot/contract/vocabulary'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database.ts'
import { executeIn } from '../../platform/db/execute.queries.ts'
import { listSendersSince, offlineAfterSql } from '../readings/index.ts'

/** The properties of an open alert that decide whether it is stale; `since` in epoch ms. */
export interface Watched {
  no: number
  isOnline: boolean
  /** The alert is stale if no value of the kind has come since then. */
  since: number
}

interface Raised {
  id: string
  sensor: string | null
  watched: Watched | null
}

/** `Watched` of an open alert with a kind whose device still exists. */
export const watchedOf = sql<Watched | null>`case when alert.ended_at is null and alert.sensor is not null then (
  select json_build_object('no', d.no, 'isOnline', s.online,
    'since', floor(extract(epoch from now() - ${sql.raw(offlineAfterSql)}) * 1000))
  from device d join device_state s on s.device_no = d.no where d.id = alert.device_id) end`

/**
 * Finds alerts that are open although their device is offline, or has sent no value of their kind for as long as makes a device
 * offline. Offline alerts have no kind and are never stale.
 */
export async function findStaleAlerts(db: Kysely<Database>, raised: readonly Raised[]): Promise<Set<string>> {
  const open = raised.flatMap(({ id, sensor, watched }) => (watched ? [{ id, sensor, ...watched }] : []))
  const stale = new Set(open.map(({ id }) => id))
  const online = open.flatMap(({ isOnline, sensor, ...rest }) =>
    isOnline && isSensorKey(sensor) ? [{ ...rest, sensor }] : [],
  )
  for (const [since, asked] of Map.groupBy(online, ({ since }) => since))
    for (const { id } of await listSendersSince(executeIn(db), asked, new Date(since))) stale.delete(id)
  return stale
}

const isSensorKey = (sensor: string | null): sensor is SensorKey => sensorKeys.some((key) => key === sensor)
