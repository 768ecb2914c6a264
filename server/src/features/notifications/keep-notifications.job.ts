import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import { portalNoticeQueries } from '../portal-notices/index.ts'
import { notificationQueries } from './notifications.queries.ts'
import { releaseHeld } from './release-held.command.ts'
import { scheduleMessages } from './schedule-messages.command.ts'

const keptMs = 90 * 86_400_000

/**
 * Deletes notifications past their retention (B27). Schedules those that maintenance no longer holds, and those that wait
 * without a message.
 */
export async function keepNotifications(db: Kysely<Database>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptMs)
  await notificationQueries(db).deleteOld(before)
  await portalNoticeQueries(db).deleteOld(before)
  await db.transaction().execute(async (tx) => {
    await releaseHeld(tx, now)
    await scheduleMessages(tx, await notificationQueries(tx).listStranded(now), now)
  })
}
