import type { Kysely } from 'kysely'
import { inScope } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'

/** Finds the sites of a scope that have had alerts. Returns the numbers of their paths; undefined if there are more than `most`. */
export async function findFewSites(
  db: Kysely<Database>,
  scope: Scope,
  most: number,
): Promise<number[] | undefined> {
  const sites = await db
    .selectFrom('alert_site_path')
    .where((eb) => inScope(eb.ref('path'), scope))
    .select('no')
    .limit(most + 1)
    .execute()
  return sites.length > most ? undefined : sites.map(({ no }) => no)
}

/** Returns whether more than `most` sites of a scope have had alerts. Always true for the whole installation. */
export const hasMoreSites = async (db: Kysely<Database>, scope: Scope, most: number): Promise<boolean> =>
  scope.includesAllSites || (await findFewSites(db, scope, most)) === undefined
