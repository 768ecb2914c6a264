import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database.ts'
import { namedReceivers, seesPlace, storedTargets, targetPlaces } from '../subscriptions/index.ts'
import type { RuleRow } from './coverage.queries.ts'

export interface ScheduleRow extends RuleRow {
  name: string
  siteId: string
  siteName: string
  sitePath: string
  /** Whether it notifies in the first stage, rather than only by reminders. */
  isAtOnce: boolean
  isByName: boolean
  lists: { Id: string; Name: string }[]
}

/**
 * Lists the active subscriptions that name a user and include a place that the user sees, by name, at most 500. Subscriptions
 * of a site that the user has left may not even be known to the user.
 */
export async function listSchedule(db: Kysely<Database>, userId: string): Promise<ScheduleRow[]> {
  const { rows } = await sql<ScheduleRow>`
    with naming as (
      ${namedReceivers((named) => sql`${named} = ${userId}`)}
    ), named as (
      select subscription_id as id, min(stage) = 1 as "isAtOnce", bool_or(list_id is null) as "isByName",
        coalesce(jsonb_agg(distinct jsonb_build_object('Id', list_id, 'Name', user_list.name))
          filter (where list_id is not null), '[]') as lists
      from naming left join user_list on user_list.id = list_id group by 1
    )
    select subscription.id, subscription.name, site.id as "siteId", site.name as "siteName",
      site.path as "sitePath", "isAtOnce", "isByName",
      lists, subscription.is_active as "isActive", paused_until as "pausedUntil", alert_types as "alertTypes", events,
      start_hour as "startHour", end_hour as "endHour", weekdays
    from named
    join subscription on subscription.id = named.id
    join site on site.id = subscription.site_id
    join app_user on app_user.id = ${userId}
    join site home on home.id = app_user.site_id
    where subscription.is_active
      and exists (with place as (${targetPlaces(storedTargets)}) select where ${seesPlace(sql`home.path`)})
    order by lower(subscription.name), subscription.id limit 500`.execute(db)
  return rows
}
