import type { Point } from '@eot/contract/point'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database.ts'
import type { Outdoors } from './outlook.ts'
import { askedMs, isAsking } from './site-place.queries.ts'

export interface WeatherCell {
  no: number
  current: Outdoors | null
  fetchedAt: Date | null
  isAsking: boolean
  isDue: boolean
  failures: number
}

interface Report {
  current: Outdoors | null
  hours: readonly Outdoors[]
}

export const weatherCellQueries = (db: Kysely<Database>) => ({
  async findCell({ latitude, longitude }: Point, now: Date): Promise<WeatherCell | undefined> {
    const row = await db
      .selectFrom('weather_cell')
      .where('latitude', '=', latitude)
      .where('longitude', '=', longitude)
      .selectAll()
      .executeTakeFirst()
    if (!row) return undefined
    const asking = isAsking(row.asked_at, now)
    return {
      no: row.no,
      current:
        row.current_at === null || row.current_temperature === null
          ? null
          : {
              at: row.current_at,
              temperature: row.current_temperature,
              humidity: row.current_humidity,
              code: row.current_code,
              isDay: row.current_is_day,
            },
      fetchedAt: row.fetched_at,
      isAsking: asking,
      isDue: row.next_at <= now && !asking,
      failures: row.failures,
    }
  },

  /** Reserves the right to request a cell. Returns whether it is due and no other process requests it. */
  async claimCell({ latitude, longitude }: Point, now: Date): Promise<boolean> {
    const { rows } = await sql`
      insert into weather_cell as cell (latitude, longitude, next_at, asked_at)
      values (${latitude}, ${longitude}, ${now}, ${now})
      on conflict (latitude, longitude) do update set asked_at = excluded.asked_at
        where cell.next_at <= ${now} and coalesce(cell.asked_at < ${new Date(now.getTime() - askedMs)}, true)
      returning no`.execute(db)
    return rows.length > 0
  },

  /** Adds a cell unless it exists, and marks it as requested from the service. */
  async markAsked({ latitude, longitude }: Point, now: Date): Promise<void> {
    await sql`
      insert into weather_cell (latitude, longitude, next_at, asked_at)
      values (${latitude}, ${longitude}, ${now}, ${now})
      on conflict (latitude, longitude) do update set asked_at = excluded.asked_at`.execute(db)
  },

  async keepReport(no: number, { current, hours }: Report, fetchedAt: Date, nextAt: Date): Promise<void> {
    await sql`
      insert into weather_hour (cell_no, at, temperature, humidity, code, is_day)
      select ${no}, given.* from unnest(
        ${hours.map(({ at }) => at)}::timestamptz[], ${hours.map(({ temperature }) => temperature)}::real[],
        ${hours.map(({ humidity }) => humidity)}::real[], ${hours.map(({ code }) => code)}::smallint[],
        ${hours.map(({ isDay }) => isDay)}::boolean[]) given
      on conflict (cell_no, at) do update set temperature = excluded.temperature, humidity = excluded.humidity,
        code = excluded.code, is_day = excluded.is_day
      where (weather_hour.temperature, weather_hour.humidity, weather_hour.code, weather_hour.is_day)
        is distinct from (excluded.temperature, excluded.humidity, excluded.code, excluded.is_day)`.execute(
      db,
    )
    await db
      .updateTable('weather_cell')
      .set({
        current_at: current?.at ?? null,
        current_temperature: current?.temperature ?? null,
        current_humidity: current?.humidity ?? null,
        current_code: current?.code ?? null,
        current_is_day: current?.isDay ?? null,
        fetched_at: fetchedAt,
        asked_at: null,
        next_at: nextAt,
        failures: 0,
      })
      .where('no', '=', no)
      .execute()
  },

  /** Keeps what was reported before. */
  async keepFailure(no: number, failures: number, nextAt: Date): Promise<void> {
    await db
      .updateTable('weather_cell')
      .set({ asked_at: null, next_at: nextAt, failures })
      .where('no', '=', no)
      .execute()
  },

  /** Lists the hours in [from, to), in chronological order. */
  listHours: (no: number, from: Date, to: Date): Promise<Outdoors[]> =>
    db
      .selectFrom('weather_hour')
      .where('cell_no', '=', no)
      .where('at', '>=', from)
      .where('at', '<', to)
      .select(['at', 'temperature', 'humidity', 'code', 'is_day as isDay'])
      .orderBy('at')
      .execute(),
})
