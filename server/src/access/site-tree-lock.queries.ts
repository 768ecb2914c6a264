import { type Kysely, sql } from 'kysely'
import type { Database } from '../database.ts'
import { found } from '../platform/app-error.ts'
import type { Caller } from './caller.ts'
import { findSitePath } from './scope.queries.ts'
import { createScopeOf, type Scope } from './scope.ts'

/**
 * Keeps sites from being moved, changed or deleted until the transaction ends. Others may hold the tree at the same time.
 * A transaction that adds a record to a site must call this before it locks any row. Otherwise it and a deletion of the
 * site could wait for each other.
 */
export async function holdTree(tx: Kysely<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtext('eot site tree'))`.execute(tx)
}

/** Waits for all that hold the tree, and keeps others out until the transaction ends. */
export async function lockTree(tx: Kysely<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('eot site tree'))`.execute(tx)
}

/**
 * The scope of a site that gets a record, by default the caller's own. The site stays where it is until the transaction
 * ends. Throws `site_not_found` for a foreign site as for a missing one.
 */
export async function holdSite(
  tx: Kysely<Database>,
  caller: Caller,
  siteId: string = caller.siteId,
): Promise<Scope> {
  await holdTree(tx)
  found(await findSitePath(tx)(siteId), 'site_not_found') // also the caller's own, which may have just been deleted
  return createScopeOf(findSitePath(tx))(caller, { SiteId: siteId })
}
