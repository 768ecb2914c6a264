import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database.ts'
import { offlineAlertOf } from '../outages/index.ts'
import type { DueMessage } from './notifications.queries.ts'
import { gatherMs } from './plan-notifications.ts'

export const outageEndQueries = (db: Kysely<Database>) => ({
  /**
   * Lists notifications that a device is back which have waited for the end of their outage, if it has ended. They are to be
   * ready when the devices that returned last are reported.
   */
  async listWaiting(now: Date): Promise<DueMessage[]> {
    const readyAt = new Date(now.getTime() + gatherMs)
    const { rows } = await sql<DueMessage>`
      select n.id as hastens, n.user_id as "userId", n.channel, ${readyAt}::timestamptz as "readyAt"
      from notification n
      join outage_alert link on link.alert_id = coalesce(n.alert_id, ${offlineAlertOf})
      join outage on outage.id = link.outage_id
      where n.status = 'waiting' and n.kind in ('AlertEnded', 'DeviceOnline') and n.ready_at > ${readyAt}
        and outage.ended_at is not null`.execute(db)
    return rows
  },
})
