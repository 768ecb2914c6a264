import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database.ts'

/** Lists a site and everything below it, parents before children. The caller checks that the user may see the site. */
export const listSitesBelow = (tx: Kysely<Database>, siteId: string) =>
  tx
    .selectFrom('site as top')
    .innerJoin('site', (join) => join.on(sql<boolean>`site.path like top.path || '%'`))
    .where('top.id', '=', siteId)
    .select(['site.id', 'site.parent_id as parentId', 'site.name', 'site.path'])
    .orderBy((eb) => eb.fn<number>('length', ['site.path']))
    .orderBy('site.id')
    .execute()

/** Lists the paths of sites, in no particular order. */
export async function listPaths(tx: Kysely<Database>, siteIds: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('site')
    .where('id', '=', sql<string>`any(${siteIds}::uuid[])`)
    .select('path')
    .execute()
  return rows.map(({ path }) => path)
}
