import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database.ts'
import { offlineAlertOf } from '../outages/index.ts'
import type { DueMessage } from './notifications.queries.ts'
import { gatherMs } from './plan-notifications.ts'

export const outageEndQueries = (db: Kysely<Database>) => ({
  /**
   * Lists the waiting notifications that a device is back whose outage has ended. They are to be ready at the same time as those
   * of the devices that returned last. Includes those that are ready earlier, since composing a message may just postpone them.
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
