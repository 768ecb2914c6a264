import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database.ts'
import { offlineAlertOf } from '../outages/index.ts'
import type { DueMessage } from './notifications.queries.ts'
import { gatherMs } from './plan-notifications.ts'

export const outageEndQueries = (db: Kysely<Database>) => ({
  /**
   * Lists notifications that a device is back, if its outage has ended. Those that have waited for that are to be ready when the
   * devices that returned last are reported. A message that is being composed meanwhile may postpone others, so all are listed.
   */
  async listWaiting(now: Date): Promise<DueMessage[]> {
    const readyAt = new Date(now.getTime() + gatherMs)
    const { rows } = await sql<DueMessage>`
      select n.id as hastens, n.user_id as "userId", n.channel, ${readyAt}::timestamptz as "readyAt"
      from notification n
      join outage_alert link on link.alert_id = coalesce(n.alert_id, ${offlineAlertOf})
      join outage on outage.id = link.outage_id
      where n.status = 'waiting' and n.kind in ('AlertEnded', 'DeviceOnline') and outage.ended_at is not null`.execute(
      db,
    )
    return rows
  },
})
