import type { Kysely } from 'kysely'
import { inScope } from '../../../access/scope.queries.ts'
import type { Scope } from '../../../access/scope.ts'
import type { Database } from '../../../database.ts'

export const replaySite = (db: Kysely<Database>) => ({
  async findTimeZone(siteId: string): Promise<string> {
    const site = await db.selectFrom('site').where('id', '=', siteId).select('time_zone').executeTakeFirst()
    return site?.time_zone ?? 'UTC'
  },

  /** Lists the names of those users who are within a scope. */
  listNames: (userIds: readonly string[], scope: Scope) =>
    db
      .selectFrom('app_user')
      .innerJoin('site', 'site.id', 'app_user.site_id')
      .where('app_user.id', 'in', [...userIds, '00000000-0000-0000-0000-000000000000'])
      .where((eb) => inScope(eb.ref('site.path'), scope))
      .select(['app_user.id', 'full_name as name'])
      .execute(),
})
