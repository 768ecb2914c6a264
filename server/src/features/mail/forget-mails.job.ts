import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import { mailQueries } from './mail.queries.ts'

const dayMs = 86_400_000
const logDays = 90

/** Deletes mails past their retention in the log, and the text of expired ones. */
export async function forgetMails(db: Kysely<Database>, now: Date): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * dayMs)
  const queries = mailQueries(db)
  await queries.deleteOld(ago(1), ago(logDays))
  await queries.forgetExpiredBodies(now)
}
