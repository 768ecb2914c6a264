import type pg from 'pg'
import { idsOnPathSql } from '../../access/scope.queries.ts'
import { offlineAfterSql } from '../readings/index.ts'
import type { ShownDevice } from './discovery.ts'

/** Lists the active devices at a site and below, or at all sites without one. */
export async function listShownDevices(pool: pg.Pool, siteId: string | undefined): Promise<ShownDevice[]> {
  const { rows } = await pool.query<ShownDevice>(
    `select d.id, d.mac, d.name, m.name as model, site.name as site, m.kinds,
       extract(epoch from ${offlineAfterSql})::int as "offlineAfterSeconds"
     from device d
     join device_model m on m.id = d.model_id
     join site on site.id = d.site_id
     left join device_state s on s.device_no = d.no
     where d.is_active and not d.is_returned
       and ($1::uuid is null or $1::uuid = any(${idsOnPathSql('site.path')}))
     order by d.no`,
    [siteId ?? null],
  )
  return rows
}
