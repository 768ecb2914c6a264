import { type Kysely, sql } from 'kysely'
import type { Database } from '../database.ts'
import { found } from '../platform/app-error.ts'
import type { Caller } from './caller.ts'
import { findSitePath } from './scope.queries.ts'
import { createScopeOf, type Scope } from './scope.ts'

/**
 * Prevents sites from being moved, changed or deleted until the transaction ends. Others may hold the tree at the same time. A
 * transaction that adds a record to a site must call this before it locks any row. Otherwise it could deadlock with a deletion
 * of the site.
 */
export async function holdTree(tx: Kysely<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtext('eot site tree'))`.execute(tx)
}

/** Waits for all transactions that hold the tree, and blocks others until the transaction ends. */
export async function lockTree(tx: Kysely<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('eot site tree'))`.execute(tx)
}

/**
 * Returns the scope of a site that gets a record, by default the caller's own. The site cannot move until the transaction ends.
 * Throws `site_not_found` both for a foreign and for a missing site.
 */
export async function holdSite(
  tx: Kysely<Database>,
  caller: Caller,
  siteId: string = caller.siteId,
): Promise<Scope> {
  await holdTree(tx)
  found(await findSitePath(tx)(siteId), 'site_not_found') // also checked for the caller's own, which may have just been deleted
  return createScopeOf(findSitePath(tx))(caller, { SiteId: siteId })
}
