import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { inScope } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import {
  type AlertFilter,
  localStartBy,
  matchesFilter,
  readClocks,
  type TalliedAlerts,
  talliedAlerts,
} from '../alerts/index.ts'

/** The keys by which alerts are counted. A device counts in each of its groups. */
export type CountKey = 'device' | 'site' | 'type' | 'group'

export interface Top {
  /** How many of the highest counts to return. */
  results: number
  /** Only counts above it. */
  threshold: number
}

export interface Counted {
  /** The id of a device, site or group, or the key of an alert type. */
  key: string
  count: number
}

/** The count of one key in one interval. */
export interface CountedInterval extends Counted {
  /** The index of the interval, from 0. */
  index: number
}

export interface CountedName {
  name: string
  /** The site of a device; absent for others. */
  siteName?: string
}

export interface CountedCell {
  /** 0 is Sunday. */
  weekday: number
  hour: number
  count: number
}

/** The alerts of a scope that satisfy a filter. */
export interface Selection {
  scope: Scope
  filter: AlertFilter
}

const keys: Record<Exclude<CountKey, 'group'>, RawBuilder<string>> = {
  device: sql`alert.device_id::text`,
  site: sql`alert.site_id::text`,
  type: sql`alert.type_key`,
}
const count = sql<number>`count(*)::int`
const hourMs = 3_600_000

export const alertCountQueries = (db: Kysely<Database>) => {
  const matching = ({ scope, filter }: Selection) => matchesFilter(db, scope, filter)

  const alertsOf = async (of: Selection) => ({
    rows: sql<TalliedAlerts>`alert`.as<'alert'>(sql`alert`),
    matches: await matching(of),
    count,
  })

  /** Returns tallies if they support the filter, or else alerts. */
  const rowsOf = async (of: Selection, resolution: Parameters<typeof talliedAlerts>[3]) =>
    (await talliedAlerts(db, of.scope, of.filter, resolution)) ?? (await alertsOf(of))

  return {
    /** Counts by a key, highest first; equal counts are in the order of their keys. */
    async countBy(by: CountKey, of: Selection, { results, threshold }: Top): Promise<Counted[]> {
      const { rows, matches, count } = await (by === 'type' ? rowsOf(of, { byDay: true }) : alertsOf(of))
      const counted =
        by === 'group'
          ? db
              .selectFrom('alert')
              .innerJoin('device_group_device', 'device_group_device.device_id', 'alert.device_id')
              .innerJoin('device_group', 'device_group.id', 'device_group_device.device_group_id')
              .innerJoin('site', 'site.id', 'device_group.site_id')
              .where((eb) => inScope(eb.ref('site.path'), of.scope))
              .$if(of.filter.groupIds !== undefined, (query) =>
                query.where(sql<SqlBool>`device_group.id = any(${of.filter.groupIds}::uuid[])`),
              )
              .select(sql<string>`device_group.id::text`.as('key'))
          : db.selectFrom(rows).select(keys[by].as('key'))
      return await counted
        .where(matches)
        .select(count.as('count'))
        .groupBy(sql`1`)
        .having(sql<SqlBool>`${count} > ${threshold}::float8`)
        .orderBy(sql`2 desc, 1`)
        .limit(results)
        .execute()
    },

    /** Counts by start time; `starts` are the starts of consecutive intervals in epoch ms. Without `by` the key is empty. */
    async countOverTime(
      of: Selection,
      starts: readonly number[],
      by?: Exclude<CountKey, 'group'>,
    ): Promise<CountedInterval[]> {
      const isByHour = by !== 'device' && by !== 'site' && starts.every(startsWithHour)
      const { rows, matches, count } = await (isByHour ? rowsOf(of, {}) : alertsOf(of))
      return await db
        .selectFrom(rows)
        .where(matches)
        .select([
          (by ? keys[by] : sql<string>`''`).as('key'),
          interval(starts).as('index'),
          count.as('count'),
        ])
        .groupBy(sql`1, 2`)
        .having(isPositive(count))
        .execute()
    },

    /** Returns the count of the device with the most alerts of a type, for each type and interval. */
    async highestOverTime(of: Selection, starts: readonly number[]): Promise<CountedInterval[]> {
      return await db
        .selectFrom(
          db
            .selectFrom('alert')
            .where(await matching(of))
            .select([keys.type.as('key'), interval(starts).as('index'), count.as('count')])
            .groupBy(sql`1, 2, alert.device_id`)
            .as('of_device'),
        )
        .select((eb) => ['key', 'index', eb.fn.max('count').as('count')])
        .groupBy(['key', 'index'])
        .execute()
    },

    /** Counts by the weekday and hour in which alerts started, in local time of a zone; cells without alerts are left out. */
    async countCells(of: Selection, timeZone: string): Promise<CountedCell[]> {
      const clocks = await readClocks(db, of.scope, timeZone)
      const inZone = { ...of, filter: { ...of.filter, timeZone } }
      const { rows, matches, count } = await rowsOf(inZone, { clocks })
      const { hourOfWeek } = localStartBy(clocks)
      const counted = await db
        .selectFrom(rows)
        .where(matches)
        .select([hourOfWeek.as('hourOfWeek'), count.as('count')])
        .groupBy(sql`1`)
        .having(isPositive(count))
        .execute()
      return counted.map(({ hourOfWeek: at, count }) => ({
        weekday: Math.floor(at / 24),
        hour: at % 24,
        count,
      }))
    },

    /** Current names of groups; names of devices, with their sites, and of sites as of their last alert within the scope. */
    async listNames(
      by: Exclude<CountKey, 'type'>,
      scope: Scope,
      ids: readonly string[],
    ): Promise<Map<string, CountedName>> {
      if (by === 'group') {
        const groups = await db
          .selectFrom('device_group')
          .where(sql<SqlBool>`id = any(${ids}::uuid[])`)
          .select(['id', 'name'])
          .execute()
        return new Map(groups.map(({ id, name }) => [id, { name }]))
      }
      const id = by === 'device' ? sql.ref('alert.device_id') : sql.ref('alert.site_id')
      const { rows } = await sql<{ id: string; device_name: string; site_name: string }>`
        select wanted.id, latest.* from unnest(${ids}::uuid[]) as wanted (id)
        cross join lateral (
          select alert.device_name, alert.site_name from alert where ${id} = wanted.id and ${inScope(sql.ref('alert.site_path'), scope)}
          order by alert.started_at desc, alert.id desc limit 1) latest`.execute(db)
      return new Map(
        rows.map((row) => [
          row.id,
          by === 'device' ? { name: row.device_name, siteName: row.site_name } : { name: row.site_name },
        ]),
      )
    },
  }
}

/** Tallies of alerts that have been deleted add up to 0. */
const isPositive = (count: RawBuilder<number>) => sql<SqlBool>`${count} > 0`

/** The first interval may start within an hour: nothing before it is counted. */
const startsWithHour = (start: number, at: number) => at === 0 || start % hourMs === 0

const interval = (starts: readonly number[]) =>
  sql<number>`width_bucket(alert.started_at, ${starts.map((start) => new Date(start).toISOString())}::timestamptz[]) - 1`
