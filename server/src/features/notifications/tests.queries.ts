import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database.ts'

/** The names shown in a test. */
export interface TestedSubscription {
  name: string
  site: string
  sender: string
}

export const testQueries = (db: Kysely<Database>) => ({
  findTested: (
    subscriptionId: string,
    senderId: string,
  ): Promise<(TestedSubscription & { siteId: string }) | undefined> =>
    db
      .selectFrom('subscription')
      .innerJoin('site', 'site.id', 'subscription.site_id')
      .leftJoin('app_user', (join) => join.on('app_user.id', '=', senderId))
      .where('subscription.id', '=', subscriptionId)
      .select([
        'subscription.name',
        'site.name as site',
        'site.id as siteId',
        sql<string>`coalesce(app_user.full_name, 'Somebody')`.as('sender'),
      ])
      .executeTakeFirst(),
})
