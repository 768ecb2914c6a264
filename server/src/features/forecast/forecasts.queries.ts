import { type Kysely, sql } from 'kysely'
import { inScope } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { executeIn } from '../../platform/db/execute.queries.ts'
import { isDistributed } from '../../platform/db/is-distributed.queries.ts'
import { isRaisedIn } from '../alerts/index.ts'

type AlertForecastRow = Omit<Database['alert_forecast'], 'made_at'> & { made_at: Date }
export type SensorForecastRow = Omit<Database['sensor_forecast'], 'made_at'> & { made_at: Date }

/** The first reading is searched for only among this many devices, those registered first. */
const mostProbed = 200

const firstHour = `select min(first.bucket) as at from unnest($1::int[]) as probed (no) cross join lateral (
  select bucket from reading_hour where device_no = probed.no order by bucket limit 1) first`
/**
 * The same for distributed tables, which do not support a limit per device. A device has at most the first hours before the end
 * of the first day, and there are fewer days than hours.
 */
const firstHourOfNodes = `select min(bucket) as at from reading_hour
  where device_no = any($1::int[]) and bucket < coalesce(
    (select min(bucket) from reading_day where device_no = any($1::int[])) + interval '26 hours', 'infinity')`

export interface SensorScoreRow {
  sensor: string
  forecasts: number
  hours: number
  miss: number
  naiveMiss: number
  inside50: number
  inside80: number
}

interface WantedRooms {
  sensor: string
  /** The date of tomorrow in each time zone. */
  tomorrows: ReadonlyMap<string, string>
  /** Listed regardless of its peak. */
  deviceId: string | undefined
  limit: number
}

export const forecastQueries = (db: Kysely<Database>) => {
  const scores = () =>
    db
      .selectFrom('sensor_forecast_score as score')
      .select([
        'score.sensor',
        sql<number>`count(*)::int`.as('forecasts'),
        sql<number>`sum(score.hours)::int`.as('hours'),
        sql<number>`sum(score.miss * score.hours)::float8 / sum(score.hours)`.as('miss'),
        sql<number>`sum(score.naive_miss * score.hours)::float8 / sum(score.hours)`.as('naiveMiss'),
        sql<number>`sum(score.inside50)::float8 / sum(score.hours)`.as('inside50'),
        sql<number>`sum(score.inside80)::float8 / sum(score.hours)`.as('inside80'),
      ])
      .groupBy('score.sensor')

  return {
    /**
     * Finds the time of the first alert or reading of a scope; undefined: there are none. Readings from before the site was created
     * count from then on: its devices brought them along, but their alerts stayed where they were raised.
     */
    async findFirstAt(scope: Scope): Promise<Date | undefined> {
      const { rows } = await sql<{ alertAt: Date | null; createdAt: Date | null; nos: number[] }>`
        select (select min(started_at) from alert where ${isRaisedIn(scope)}) as "alertAt",
          (select created_at from site where id = ${scope.siteId}) as "createdAt",
          array(select device.no from device join site on site.id = device.site_id
            where ${inScope(sql.ref('site.path'), scope)} order by device.no limit ${mostProbed}) as nos`.execute(
        db,
      )
      const { alertAt = null, createdAt = null, nos = [] } = rows[0] ?? {}
      const execute = executeIn(db)
      const first = (await isDistributed(execute)) ? firstHourOfNodes : firstHour
      const hours = await execute<{ at: Date | null }>(first, [nos])
      const readAt = hours[0]?.at
      const countedAt = readAt && createdAt && createdAt > readAt ? createdAt : readAt
      const found = [alertAt, countedAt].flatMap((at) => at?.getTime() ?? [])
      return found.length > 0 ? new Date(Math.min(...found)) : undefined
    },

    /** Finds the time of the newest reading of a scope; undefined: there are none. */
    async findLatestAt(scope: Scope): Promise<Date | undefined> {
      const { rows } = await sql<{ at: Date | null }>`
        select max(latest_at) as at from device_state state join device on device.no = state.device_no
        join site on site.id = device.site_id where ${inScope(sql.ref('site.path'), scope)}`.execute(db)
      return rows[0]?.at ?? undefined
    },

    /** Lists the last forecasts of past days, newest first. */
    listScored: (siteId: string, typeKey: string, limit: number): Promise<AlertForecastRow[]> =>
      db
        .selectFrom('alert_forecast')
        .selectAll()
        .where('site_id', '=', siteId)
        .where('type_key', '=', typeKey)
        .where('count', 'is not', null)
        .orderBy('day', 'desc')
        .limit(limit)
        .execute(),

    /** Lists the scored days from the first to the last day of a period, oldest first. */
    listScoredBetween: (
      siteId: string,
      { firstDay, lastDay }: { firstDay: string; lastDay: string },
    ): Promise<AlertForecastRow[]> =>
      db
        .selectFrom('alert_forecast')
        .selectAll()
        .where('site_id', '=', siteId)
        .where('type_key', '=', '')
        .where('count', 'is not', null)
        .where('day', '>=', firstDay)
        .where('day', '<=', lastDay)
        .orderBy('day')
        .execute(),

    /** Lists forecasts of days before `day` whose counts are not known yet. */
    listUnscored: (siteId: string, day: string): Promise<AlertForecastRow[]> =>
      db
        .selectFrom('alert_forecast')
        .selectAll()
        .where('site_id', '=', siteId)
        .where('day', '<', day)
        .where('count', 'is', null)
        .execute(),

    async scoreAlerts(
      { site_id, type_key, day }: Pick<AlertForecastRow, 'site_id' | 'type_key' | 'day'>,
      counts: number[],
    ): Promise<void> {
      await db
        .updateTable('alert_forecast')
        .set({ count: counts.reduce((sum, count) => sum + count, 0), hour_counts: counts })
        .where('site_id', '=', site_id)
        .where('type_key', '=', type_key)
        .where('day', '=', day)
        .execute()
    },

    /** Keeps existing forecasts if a nightly run is repeated. */
    async insertAlertForecasts(rows: readonly AlertForecastRow[]): Promise<void> {
      if (rows.length === 0) return
      await db
        .insertInto('alert_forecast')
        .values([...rows])
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },

    findSensorForecast: (
      deviceId: string,
      sensor: string,
      day: string,
    ): Promise<SensorForecastRow | undefined> =>
      db
        .selectFrom('sensor_forecast')
        .selectAll()
        .where('device_id', '=', deviceId)
        .where('sensor', '=', sensor)
        .where('day', '=', day)
        .executeTakeFirst(),

    listSensorForecasts: (deviceIds: readonly string[]): Promise<SensorForecastRow[]> =>
      db
        .selectFrom('sensor_forecast')
        .selectAll()
        .where('device_id', '=', sql<string>`any(${deviceIds}::uuid[])`)
        .execute(),

    /**
     * Lists the forecasts of a sensor in the rooms of a scope that have the highest peaks tomorrow, in local time of each, and that
     * of `deviceId`.
     */
    listForecastRooms(scope: Scope, { sensor, tomorrows, deviceId, limit }: WantedRooms) {
      const zones = sql<{ name: string; tomorrow: string }>`unnest(
        ${[...tomorrows.keys()]}::text[], ${[...tomorrows.values()]}::date[])`
      const firstHour = sql`24 * (zone.tomorrow - forecast.day::date)`
      // Includes an hour that clocks skip.
      const peak = sql<number>`(select max(value)
        from unnest(forecast.point[${firstHour} + 1:${firstHour} + 24]) as value)`
      return db
        .selectFrom('sensor_forecast as forecast')
        .innerJoin('device', 'device.id', 'forecast.device_id')
        .innerJoin('site', 'site.id', 'device.site_id')
        .innerJoin(zones.as<'zone'>(sql`zone (name, tomorrow)`), 'zone.name', 'site.time_zone')
        .where((eb) => inScope(eb.ref('site.path'), scope))
        .where('forecast.sensor', '=', sensor)
        .where(sql<boolean>`forecast.day::date >= zone.tomorrow - 2`)
        .selectAll('forecast')
        .select([
          'device.name as deviceName',
          'site.id as siteId',
          'site.name as siteName',
          'site.time_zone as timeZone',
        ])
        .orderBy(sql`device.id is not distinct from ${deviceId ?? null}::uuid`, 'desc')
        .orderBy(peak, (order) => order.desc().nullsLast())
        .orderBy('device.name')
        .limit(limit)
        .execute()
    },

    async putSensorForecasts(rows: readonly SensorForecastRow[]): Promise<void> {
      if (rows.length === 0) return
      await db
        .insertInto('sensor_forecast')
        .values([...rows])
        .onConflict((conflict) =>
          conflict.columns(['device_id', 'sensor']).doUpdateSet((eb) => ({
            day: eb.ref('excluded.day'),
            made_at: eb.ref('excluded.made_at'),
            model: eb.ref('excluded.model'),
            point: eb.ref('excluded.point'),
            low50: eb.ref('excluded.low50'),
            high50: eb.ref('excluded.high50'),
            low80: eb.ref('excluded.low80'),
            high80: eb.ref('excluded.high80'),
            naive: eb.ref('excluded.naive'),
          })),
        )
        .execute()
    },

    async insertSensorScores(rows: readonly Database['sensor_forecast_score'][]): Promise<void> {
      if (rows.length === 0) return
      await db
        .insertInto('sensor_forecast_score')
        .values([...rows])
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },

    /** Lists scores by sensor, of a scope or of one of its devices. */
    listScores: (scope: Scope, sinceDay: string, deviceId?: string): Promise<SensorScoreRow[]> =>
      scores()
        .innerJoin('device', 'device.id', 'score.device_id')
        .innerJoin('site', 'site.id', 'device.site_id')
        .where((eb) => inScope(eb.ref('site.path'), scope))
        .where('score.day', '>=', sinceDay)
        .$if(deviceId !== undefined, (query) => query.where('device.id', '=', deviceId ?? ''))
        .execute(),
  }
}
