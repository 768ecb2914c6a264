import { type Kysely, sql } from 'kysely'
import { inScope } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'

/** The keys of the alert types that were raised at a scope since then. */
export async function listRaisedTypes(db: Kysely<Database>, scope: Scope, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('alert')
    .where((eb) => inScope(eb.ref('alert.site_path'), scope))
    .where('started_at', '>=', since)
    .select(sql<string>`distinct type_key`.as('key'))
    .execute()
  return rows.map(({ key }) => key)
}
