import type { Kysely } from 'kysely'
import { inScope } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'

/** Returns whether alerts were raised at more than this many sites of a scope. Always true for the whole installation. */
export async function hasMoreSites(db: Kysely<Database>, scope: Scope, most: number): Promise<boolean> {
  if (scope.includesAllSites) return true
  const sites = await db
    .selectFrom('alert_site_path')
    .where((eb) => inScope(eb.ref('path'), scope))
    .select('no')
    .limit(most + 1)
    .execute()
  return sites.length > most
}
