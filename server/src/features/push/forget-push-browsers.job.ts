import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import { pushBrowserQueries } from './push-browsers.queries.ts'

/** A browser in which the portal was not opened for this long no longer shows notifications. */
const unseenDays = 90

export const forgetPushBrowsers = (db: Kysely<Database>, now: Date): Promise<void> =>
  pushBrowserQueries(db).forgetUnseen(new Date(now.getTime() - unseenDays * 86_400_000))
