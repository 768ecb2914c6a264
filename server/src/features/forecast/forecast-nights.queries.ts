import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database.ts'

export interface NightSite {
  id: string
  path: string
  time_zone: string
}

export const forecastNightQueries = (db: Kysely<Database>) => ({
  /** Lists the time zones of all sites. */
  async listTimeZones(): Promise<string[]> {
    const rows = await db.selectFrom('site').select('time_zone').distinct().execute()
    return rows.map(({ time_zone }) => time_zone)
  },

  /** Lists sites of a time zone that have devices at or below them and whose last forecast is of an earlier day. */
  listDue: (timeZone: string, day: string, limit: number): Promise<NightSite[]> =>
    db
      .selectFrom('site')
      .leftJoin('forecast_night', 'forecast_night.site_id', 'site.id')
      .where('site.time_zone', '=', timeZone)
      .where(sql<boolean>`coalesce(forecast_night.day < ${day}, true)`)
      .where(
        sql<boolean>`exists (select from site below join device on device.site_id = below.id
          where starts_with(below.path, site.path))`,
      )
      .select(['site.id', 'site.path', 'site.time_zone'])
      .orderBy('site.id')
      .limit(limit)
      .execute(),

  async markDone(siteId: string, day: string): Promise<void> {
    await db
      .insertInto('forecast_night')
      .values({ site_id: siteId, day })
      .onConflict((conflict) => conflict.column('site_id').doUpdateSet({ day }))
      .execute()
  },

  /** Deletes old forecasts and scores. */
  async forgetBefore(day: string): Promise<void> {
    await db.deleteFrom('alert_forecast').where('day', '<', day).execute()
    await db.deleteFrom('sensor_forecast_score').where('day', '<', day).execute()
  },
})
