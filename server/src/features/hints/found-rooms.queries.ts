import { type Kysely, sql } from 'kysely'
import { idsOnPathSql, inScope } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { leastRooms } from './room-rules.ts'

export interface SearchedSite {
  id: string
  path: string
  time_zone: string
}

export interface VapeAlert {
  id: string
  device_id: string
  site_id: string
  site_path: string
  time_zone: string
  started_at: Date
}

/** The data in which hints are searched for. */
export const searchQueries = (db: Kysely<Database>) => ({
  /**
   * Lists sites with enough rooms to compare at and below them, but no more than `most`, that were not searched since the given
   * time.
   */
  listDueSites: (searchedBefore: Date, limit: number, most: number): Promise<SearchedSite[]> =>
    db
      .with('counted', (with_) =>
        with_
          .selectFrom('site_tally')
          .innerJoin('site', 'site.id', 'site_tally.site_id')
          .crossJoinLateral(
            sql<{ id: string }>`unnest(${sql.raw(idsOnPathSql('site.path'))})`.as<'above'>(sql`above (id)`),
          )
          .select('above.id')
          .groupBy('above.id')
          .having((eb) => eb.between(eb.fn.sum('devices'), leastRooms, most)),
      )
      .selectFrom('site')
      .innerJoin('counted', 'counted.id', 'site.id')
      .leftJoin('hint_search', 'hint_search.site_id', 'site.id')
      .where(sql<boolean>`coalesce(hint_search.at < ${searchedBefore}, true)`)
      .select(['site.id', 'site.path', 'site.time_zone'])
      .orderBy('hint_search.at', (order) => order.asc().nullsFirst())
      .orderBy('site.id')
      .limit(limit)
      .execute(),

  /** Lists the sites of the devices of a scope. */
  listPlaces: (scope: Scope): Promise<{ id: string; site_id: string; path: string }[]> =>
    db
      .selectFrom('device')
      .innerJoin('site', 'site.id', 'device.site_id')
      .where((eb) => inScope(eb.ref('site.path'), scope))
      .select(['device.id', 'site.id as site_id', 'site.path'])
      .execute(),

  async markSearched(siteId: string, at: Date): Promise<void> {
    await db
      .insertInto('hint_search')
      .values({ site_id: siteId, at })
      .onConflict((conflict) => conflict.column('site_id').doUpdateSet({ at }))
      .execute()
  },

  /** Lists vape alerts that started in [from, to) and have no hint, of devices that are still at the site. */
  listVapeAlerts: (from: Date, to: Date, limit: number): Promise<VapeAlert[]> =>
    db
      .selectFrom('alert')
      .innerJoin('device', 'device.id', 'alert.device_id')
      .innerJoin('site', (join) =>
        join.onRef('site.id', '=', 'alert.site_id').onRef('site.id', '=', 'device.site_id'),
      )
      .where('alert.type_key', '=', 'Vape')
      .where('alert.started_at', '>=', from)
      .where('alert.started_at', '<', to)
      .where(sql<boolean>`not exists (select from hint where hint.alert_id = alert.id)`)
      .select([
        'alert.id',
        'alert.device_id',
        'alert.site_id',
        'site.path as site_path',
        'site.time_zone',
        'alert.started_at',
      ])
      .orderBy('alert.started_at')
      .limit(limit)
      .execute(),
})
