import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import type { Database } from '../database.ts'
import type { FindSitePath, Scope } from './scope.ts'

/** Returns the condition that limits a statement to a scope; `path` is a column with a site's path. */
export function inScope(path: Expression<string>, scope: Scope): Expression<SqlBool> {
  // Every site is below the root; comparing 100,000 paths would take longer than the rest of a query.
  if (scope.includesAllSites) return sql<SqlBool>`${path} is not null`
  // A path has only hexadecimal digits, hyphens and slashes, so it contains no `like` wildcards.
  return scope.includesSubSites
    ? sql<SqlBool>`${path} like ${`${scope.path}%`}`
    : sql<SqlBool>`${path} = ${scope.path}`
}

/** Like `inScope`, for devices, which may belong to no site. */
export function deviceInScope(sitePath: Expression<string | null>, scope: Scope): Expression<SqlBool> {
  // Callers who manage the inventory see all sites.
  return scope.includesInventory ? sql<SqlBool>`true` : inScope(sql<string>`${sitePath}`, scope)
}

/** Like `inScope`, for a column with the id of a site: needs no join, so that an index can sort the rows. */
export function isAtSites(siteId: Expression<string>, scope: Scope): Expression<SqlBool> {
  if (scope.includesAllSites) return sql<SqlBool>`${siteId} is not null`
  return sql<SqlBool>`${siteId} in (select site.id from site where ${inScope(sql.ref('site.path'), scope)})`
}

/** Like `isAtSites`, for devices, which may belong to no site. */
export function deviceIsAtSites(siteId: Expression<string | null>, scope: Scope): Expression<SqlBool> {
  return scope.includesInventory ? sql<SqlBool>`true` : isAtSites(sql<string>`${siteId}`, scope)
}

export const findSitePath =
  (db: Kysely<Database>): FindSitePath =>
  async (siteId) => {
    const site = await db.selectFrom('site').select('path').where('id', '=', siteId).executeTakeFirst()
    return site?.path
  }

/** Finds the time zone of an existing site. */
export async function findTimeZoneOf(db: Kysely<Database>, siteId: string): Promise<string> {
  const site = db.selectFrom('site').where('id', '=', siteId).select('time_zone')
  return (await site.executeTakeFirstOrThrow()).time_zone
}

/**
 * SQL for the ids of the sites on a path, given as an SQL expression. Comparing them with the ids of sites uses the primary key
 * to find the site and those above it; comparing paths would read every site.
 */
export const idsOnPathSql = (path: string): string =>
  `array_remove(string_to_array(${path}, '/'), '')::uuid[]`
