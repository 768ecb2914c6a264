import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import { notificationQueries } from './notifications.queries.ts'

const keptMs = 90 * 86_400_000

/** Deletes notifications past their retention in the log (B27). */
export const forgetNotifications = (db: Kysely<Database>, now: Date): Promise<void> =>
  notificationQueries(db).deleteOld(new Date(now.getTime() - keptMs))
