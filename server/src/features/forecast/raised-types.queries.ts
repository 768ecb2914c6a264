import { type Kysely, sql } from 'kysely'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { isRaisedIn } from '../alerts/index.ts'

/** Lists the keys of the alert types that were raised at a scope since the given time. */
export async function listRaisedTypes(db: Kysely<Database>, scope: Scope, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('alert')
    .where(isRaisedIn(scope))
    .where('started_at', '>=', since)
    .select(sql<string>`distinct type_key`.as('key'))
    .execute()
  return rows.map(({ key }) => key)
}
