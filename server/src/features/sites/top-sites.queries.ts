import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database.ts'

/** The root of the tree and the sites directly below it, one for each customer. */
export const topSiteQueries = (db: Kysely<Database>) => ({
  /** Returns undefined in an empty database. */
  findRoot: () =>
    db
      .selectFrom('site')
      .where('parent_id', 'is', null)
      .select(['id', 'path', 'time_zone as timeZone'])
      .executeTakeFirst(),

  /** Lists names directly below a site that start with `start`; all in lower case. */
  async listNamesLike(parentId: string, start: string): Promise<Set<string>> {
    const rows = await db
      .selectFrom('site')
      .where('parent_id', '=', parentId)
      .where(sql<boolean>`starts_with(lower(name), ${start})`)
      .select((eb) => eb.fn<string>('lower', ['name']).as('name'))
      .execute()
    return new Set(rows.map((row) => row.name))
  },
})
