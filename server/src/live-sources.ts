import type { Kysely } from 'kysely'
import type { Database } from './database.ts'
import { alertQueries } from './features/alerts/alerts.queries.ts'
import { alertToWire } from './features/alerts/alerts.wire.ts'
import { deviceQueries } from './features/devices/devices.queries.ts'
import { deviceStateToWire } from './features/devices/devices.wire.ts'
import type { LiveSources } from './features/live/index.ts'

/** Gives live messages the alerts and devices they are about, in the same words as the calls do. */
export function createLiveSources(db: Kysely<Database>): LiveSources {
  return {
    async alerts(ids) {
      const rows = await alertQueries(db).listByIds(ids)
      return new Map(rows.map((row) => [row.id, (visibleFrom) => alertToWire(row, visibleFrom)]))
    },
    async devices(ids) {
      const rows = await deviceQueries(db).listStatesByIds(ids)
      return new Map(rows.map((row) => [row.id, deviceStateToWire(row)]))
    },
  }
}
