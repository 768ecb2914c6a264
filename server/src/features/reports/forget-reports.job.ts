import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import { reportQueries } from './reports.queries.ts'

const keepYears = 7

/** Deletes reports after seven years. */
export async function forgetReports(db: Kysely<Database>, now: Date): Promise<void> {
  const before = new Date(now)
  before.setUTCFullYear(before.getUTCFullYear() - keepYears)
  await reportQueries(db).forget(before)
}
