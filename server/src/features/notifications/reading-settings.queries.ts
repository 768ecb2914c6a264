import type { Measurement } from '@eot/contract/units'
import { type Kysely, sql } from 'kysely'
import { idsOnPathSql } from '../../access/scope.queries.ts'
import type { Database } from '../../database.ts'

/** In which units and on which clock a person reads. */
export async function findReading(
  db: Kysely<Database>,
  userId: string,
): Promise<{ measurement: Measurement; is24h: boolean }> {
  const { rows } = await sql<{ measurement: Measurement; is24h: boolean }>`
    select coalesce(app_user.settings ->> 'Measurement', (
        select above.settings ->> 'Measurement' from site above
        where above.id = any(${sql.raw(idsOnPathSql('site.path'))}) and above.settings ? 'Measurement'
        order by length(above.path) desc limit 1
      ), 'Metric') as measurement,
      app_user.settings ->> 'Clock' is not distinct from '24h' as "is24h"
    from app_user join site on site.id = app_user.site_id where app_user.id = ${userId}`.execute(db)
  return rows[0] ?? { measurement: 'Metric', is24h: false }
}
