import type { Kysely } from 'kysely'
import { siteIdsOf } from './access/site-path.ts'
import type { Database } from './database.ts'
import { alertQueries } from './features/alerts/alerts.queries.ts'
import { alertToWire } from './features/alerts/alerts.wire.ts'
import { deviceQueries } from './features/devices/devices.queries.ts'
import { deviceStateToWire } from './features/devices/devices.wire.ts'
import type { LiveSources } from './features/live/index.ts'

/** Provides the alerts and devices for live messages, in the same form as the API returns them. */
export function createLiveSources(db: Kysely<Database>): LiveSources {
  return {
    async alerts(ids) {
      const rows = await alertQueries(db).listByIds(ids)
      return new Map(rows.map((row) => [row.id, (visibleFrom) => alertToWire(row, visibleFrom)]))
    },
    async devices(ids) {
      const rows = await deviceQueries(db).listStatesByIds(ids)
      const isAt = ({ sitePath }: (typeof rows)[number], siteId: string) =>
        siteIdsOf(sitePath).includes(siteId)
      return new Map(
        rows.map((row) => [
          row.id,
          (visibleFrom) => (isAt(row, visibleFrom) ? deviceStateToWire(row) : undefined),
        ]),
      )
    },
  }
}
