import type { SubscriptionEvent } from '@eot/contract/subscription-events'
import { type Kysely, type SqlBool, sql } from 'kysely'
import { isInactiveAt, raisesAlertsSql } from '../../access/raising-alerts.queries.ts'
import { idsOnPathSql, inScope } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import type { Slice } from '../../platform/answer-page.ts'
import { countRows } from '../../platform/db/count-rows.queries.ts'
import { contains } from '../../platform/db/search.queries.ts'
import type { WeeklyWindow } from '../subscriptions/index.ts'
import { targets } from './candidates.queries.ts'

export interface RuleRow extends WeeklyWindow {
  id: string
  isActive: boolean
  pausedUntil: Date | null
  alertTypes: string[] | null
  events: SubscriptionEvent[]
}

/** Devices of a site that are covered by the same subscriptions. */
export interface KindRow {
  siteId: string
  ruleIds: string[]
  devices: number
  /** The first by name. */
  names: { Id: string; Name: string }[]
}

const isWatched = sql<SqlBool>`${sql.raw(raisesAlertsSql('device'))}`

export const coverageQueries = (db: Kysely<Database>) => {
  const withDevices = (scope: Scope, search: string | undefined) =>
    db
      .selectFrom('site')
      .where((eb) => inScope(eb.ref('site.path'), scope))
      .where(sql<SqlBool>`not ${isInactiveAt('site.path')}`)
      .where(({ exists, selectFrom }) =>
        exists(selectFrom('device').whereRef('device.site_id', '=', 'site.id').where(isWatched)),
      )
      .$if(search !== undefined, (query) => query.where((eb) => contains(eb.ref('site.name'), search ?? '')))

  return {
    countSites: (scope: Scope, search: string | undefined) => countRows(withDevices(scope, search)),

    listSites: (scope: Scope, search: string | undefined, { limit, offset }: Slice) =>
      withDevices(scope, search)
        .select(['site.id', 'site.name', 'site.path', 'site.time_zone as timeZone'])
        .orderBy(sql`lower(site.name)`)
        .orderBy('site.id')
        .limit(limit)
        .offset(offset)
        .execute(),

    async listKinds(siteIds: readonly string[]): Promise<KindRow[]> {
      const { rows } = await sql<KindRow>`
        with what as (
          select device.no as seq, device.id as device_id, device.name, site.id as site_id,
            ${sql.raw(idsOnPathSql('site.path'))} as site_ids
          from device join site on site.id = device.site_id
          where ${isWatched} and site.id = any(${siteIds}::uuid[])
        ), target as (${targets}), told as (
          select what.seq, array_agg(subscription.id order by subscription.id) as rules
          from target
          join what on what.seq = target.seq
          join subscription on subscription.id = target.id and subscription.site_id = any(what.site_ids)
          where subscription.is_active group by what.seq
        )
        select what.site_id as "siteId", coalesce(told.rules, '{}') as "ruleIds", count(*)::int as devices,
          (jsonb_agg(jsonb_build_object('Id', what.device_id, 'Name', what.name) order by lower(what.name), what.device_id)) as names
        from what left join told on told.seq = what.seq
        group by 1, 2`.execute(db)
      return rows
    },

    listRules: (ids: readonly string[]): Promise<RuleRow[]> =>
      db
        .selectFrom('subscription')
        .where('id', '=', sql<string>`any(${ids}::uuid[])`)
        .select([
          'id',
          'is_active as isActive',
          'paused_until as pausedUntil',
          'alert_types as alertTypes',
          'events',
          'start_hour as startHour',
          'end_hour as endHour',
          'weekdays',
        ])
        .execute(),
  }
}
