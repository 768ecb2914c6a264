import type { Kysely } from 'kysely'
import { deviceInScope } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'

export const quarantineListQueries = (db: Kysely<Database>) => {
  const visible = (scope: Scope) =>
    db
      .selectFrom('quarantine')
      .leftJoin('site', 'site.id', 'quarantine.site_id')
      .where((eb) => deviceInScope(eb.ref('site.path'), scope))
  return {
    /** Newest first. */
    listRefused: (scope: Scope, page: { limit: number; offset: number }) =>
      visible(scope)
        .leftJoin('device', 'device.id', 'quarantine.device_id')
        .selectAll('quarantine')
        .select('device.name as device_name')
        .orderBy('quarantine.received_at', 'desc')
        .orderBy('quarantine.id', 'desc')
        .limit(page.limit)
        .offset(page.offset)
        .execute(),

    async countRefused(scope: Scope): Promise<number> {
      const row = await visible(scope)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return row.count
    },
  }
}

export type RefusedRow = Awaited<ReturnType<ReturnType<typeof quarantineListQueries>['listRefused']>>[number]
