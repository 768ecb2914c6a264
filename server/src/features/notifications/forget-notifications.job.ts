import { noticeDays } from '@eot/contract/told'
import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import { portalNoticeQueries } from '../portal-notices/index.ts'
import { notificationQueries } from './notifications.queries.ts'

const keptMs = noticeDays * 86_400_000

/** Deletes notifications past their retention (B27). */
export async function forgetNotifications(db: Kysely<Database>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptMs)
  await notificationQueries(db).deleteOld(before)
  await portalNoticeQueries(db).deleteOld(before)
}
