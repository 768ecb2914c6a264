import type { ClosedDay } from '@eot/contract/forecast'
import { type Kysely, sql } from 'kysely'
import { siteIdsOf } from '../../access/site-path.ts'
import type { Database } from '../../database.ts'

export const closedDayQueries = (db: Kysely<Database>) => ({
  /** Lists the closed days of a site and of those above it, by date. For each date, the lowest site comes first. */
  async listAt({ path }: { path: string }): Promise<(ClosedDay & { siteId: string })[]> {
    const ids = siteIdsOf(path)
    const rows = await db
      .selectFrom('closed_day')
      .where('site_id', 'in', ids)
      .select(['site_id as siteId', 'day as Date', 'name as Name'])
      .orderBy('day')
      .execute()
    return rows.toSorted(
      (a, b) => a.Date.localeCompare(b.Date) || ids.indexOf(b.siteId) - ids.indexOf(a.siteId),
    )
  },

  /** Makes other changes of the closed days of a site wait until the transaction ends. */
  async hold(siteId: string): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`eot closed days ${siteId}`}, 0))`.execute(db)
  },

  async remove(siteId: string, dates: readonly string[]): Promise<void> {
    if (dates.length === 0) return
    await db.deleteFrom('closed_day').where('site_id', '=', siteId).where('day', 'in', dates).execute()
  },

  /** Adds days, each date once. The name of a day that is already closed is replaced. */
  async add(siteId: string, days: readonly ClosedDay[]): Promise<void> {
    if (days.length === 0) return
    await db
      .insertInto('closed_day')
      .values(days.map((day) => ({ site_id: siteId, day: day.Date, name: day.Name })))
      .onConflict((conflict) =>
        conflict.columns(['site_id', 'day']).doUpdateSet((eb) => ({ name: eb.ref('excluded.name') })),
      )
      .execute()
  },
})
