import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import { messageQueries } from './message.queries.ts'

const dayMs = 86_400_000
const logDays = 90

/** Deletes messages past their retention in the log, and the text of expired ones. */
export async function forgetMessages(db: Kysely<Database>, now: Date): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * dayMs)
  const queries = messageQueries(db)
  await queries.deleteOld(ago(1), ago(logDays))
  await queries.deleteOldReports(ago(logDays))
  await queries.forgetExpiredBodies(now)
}
