import type { Kysely } from 'kysely'
import type { Database } from '../../../database.ts'

export const replaySite = (db: Kysely<Database>) => ({
  async findTimeZone(siteId: string): Promise<string> {
    const site = await db.selectFrom('site').where('id', '=', siteId).select('time_zone').executeTakeFirst()
    return site?.time_zone ?? 'UTC'
  },
})
