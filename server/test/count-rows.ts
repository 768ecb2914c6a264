import { type Kysely, sql } from 'kysely'
import type { Database } from '../src/database.ts'

/** Counts the rows that a back-test must not change. */
export async function countRows(db: Kysely<Database>) {
  const { rows } = await sql`select (select count(*) from notification) as notifications,
    (select count(*) from message) as messages, (select count(*) from jobs.job) as jobs,
    (select count(*) from subscription) as subscriptions,
    (select count(*) from alert where ended_at is null) as open`.execute(db)
  return rows
}
