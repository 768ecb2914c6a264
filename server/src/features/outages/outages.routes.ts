import { outages } from '@eot/contract/outages'
import type { Kysely } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import type { ScopeOf } from '../../access/scope.ts'
import { isWithin } from '../../access/site-path.ts'
import type { Database } from '../../database.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { outageQueries } from './outages.queries.ts'

interface Parts {
  db: Kysely<Database>
  scopeOf: ScopeOf
}

export function outageRoutes(serve: Serve<Caller>, { db, scopeOf }: Parts): void {
  serve(outages.list, async ({ query, caller }) => {
    const rows = await outageQueries(db).listOpen(await scopeOf(caller, query))
    return rows.map((row) => ({
      Id: row.id,
      Site: isWithin(row.sitePath, caller.sitePath) ? { Id: row.siteId, Name: row.siteName } : null,
      StartAt: row.startedAt.toISOString(),
      Devices: row.devices,
      Silent: row.silent,
    }))
  })
}
