import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import { notificationQueries } from './notifications.queries.ts'
import { releaseHeld } from './release-held.command.ts'
import { scheduleMessages } from './schedule-messages.command.ts'

/** Schedules notifications that maintenance no longer holds, and those that wait without a message. */
export async function releaseNotifications(db: Kysely<Database>, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const released = await releaseHeld(tx, now)
    await scheduleMessages(tx, [...released, ...(await notificationQueries(tx).listStranded(now))], now)
  })
}
