import type { Kysely } from 'kysely'
import type { Scope } from '../../access/scope.ts'
import { siteIdsOf } from '../../access/site-path.ts'
import type { Database } from '../../database.ts'

export const reportSiteQueries = (db: Kysely<Database>) => ({
  /** Returns the site of a scope, and the sites from the root down to it. */
  async getSite({ siteId, path }: Scope) {
    const above = await db
      .selectFrom('site')
      .where('id', 'in', siteIdsOf(path))
      .select(['id', 'name', 'time_zone as timeZone', 'created_at as since'])
      .execute()
    const onPath = siteIdsOf(path).flatMap((id) => above.find((site) => site.id === id) ?? [])
    const site = onPath.find(({ id }) => id === siteId)
    if (!site) throw new Error('the site of a scope exists in its snapshot')
    return {
      site: { id: site.id, name: site.name, timeZone: site.timeZone, since: site.since },
      sitePath: onPath.map(({ id, name }) => ({ Id: id, Name: name })),
    }
  },
})
