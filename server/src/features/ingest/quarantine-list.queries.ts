import type { Kysely } from 'kysely'
import { deviceInScope } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import type { Slice } from '../../platform/answer-page.ts'
import { countRows } from '../../platform/db/count-rows.queries.ts'

export const quarantineListQueries = (db: Kysely<Database>) => {
  const visible = (scope: Scope) =>
    db
      .selectFrom('quarantine')
      .leftJoin('site', 'site.id', 'quarantine.site_id')
      .where((eb) => deviceInScope(eb.ref('site.path'), scope))
  return {
    /** Lists the newest first. */
    listRefused: (scope: Scope, page: Slice) =>
      visible(scope)
        .leftJoin('device', 'device.id', 'quarantine.device_id')
        .selectAll('quarantine')
        .select('device.name as device_name')
        .orderBy('quarantine.received_at', 'desc')
        .orderBy('quarantine.id', 'desc')
        .limit(page.limit)
        .offset(page.offset)
        .execute(),

    countRefused: (scope: Scope): Promise<number> => countRows(visible(scope)),
  }
}

export type RefusedRow = Awaited<ReturnType<ReturnType<typeof quarantineListQueries>['listRefused']>>[number]
