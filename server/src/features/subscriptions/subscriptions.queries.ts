import type { SubscriptionEvent } from '@eot/contract/subscription-events'
import type { SubscriptionType } from '@eot/contract/subscriptions'
import { type Kysely, type SqlBool, sql } from 'kysely'
import { inScope } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import { siteIdsOf } from '../../access/site-path.ts'
import type { Database } from '../../database.ts'
import type { Slice } from '../../platform/answer-page.ts'
import { countRows } from '../../platform/db/count-rows.queries.ts'
import { contains } from '../../platform/db/search.queries.ts'
import { reachableSql } from '../blacklist/index.ts'
import { namedReceivers } from './named-receivers.queries.ts'
import { memberCount, memberNames, memberSetNames, someMember } from './subscription-members.queries.ts'
import { seesPlace, storedTargets, targetPlaces } from './target-places.queries.ts'

export interface SubscriptionFilter {
  search?: string | undefined
  isActive?: boolean | undefined
  userId?: string | undefined
  /** Active ones that reach at least one of these users and nobody else. */
  onlyReceiver?: readonly string[] | undefined
  /** Keys. */
  alertTypes?: readonly string[] | undefined
}

export interface SubscriptionPage extends Slice {
  sortBy: 'Name' | 'Site'
  order: 'asc' | 'desc'
}

/** The columns that a change sets. */
export interface SubscriptionFields {
  name: string
  is_active: boolean
  type: SubscriptionType
  all_devices: boolean
  alert_types: string[] | null
  events: SubscriptionEvent[]
  start_hour: number
  end_hour: number
  weekdays: boolean[]
  paused_until: Date | null
  remind_after_minutes: number | null
}

const namesInList = 3

/** The first stage of the subscription `subscription`. */
const isAtOnce = sql`rule.id = subscription.id and link.stage = 1`

const receivers = sql`select user_id from (${namedReceivers(() => isAtOnce)}) named`

const isReceiver = (userId: string) =>
  sql<SqlBool>`exists (${namedReceivers((named) => sql`${isAtOnce} and ${named} = ${userId}`)})`

const countReceivers = (condition = sql`true`) => sql<number>`(
  with place as materialized (${targetPlaces(storedTargets)})
  select count(*)::int from app_user join site home on home.id = app_user.site_id
  where app_user.id in (${receivers}) and app_user.deleted_at is null and ${condition})`

/** Whether the subscription includes a place that the person may see. */
const isReachable = sql`${sql.raw(reachableSql('app_user'))} and ${seesPlace(sql`home.path`)}`

/** Returns whether an active subscription reaches at least one of these users and nobody else. */
const reachesOnly = (userIds: readonly string[]) => {
  const isOneOfThem = sql`app_user.id = any(${userIds}::uuid[])`
  return sql<SqlBool>`(subscription.is_active
    and ${countReceivers(sql`${isOneOfThem} and ${isReachable}`)} > 0
    and ${countReceivers(sql`not ${isOneOfThem} and ${isReachable}`)} = 0)`
}

/** Returns whether the subscription belongs to a site above `place` and has targets at `place` or below it. */
const isFromAbove = (place: Scope) => sql<SqlBool>`
  subscription.site_id = any(${siteIdsOf(place.path)}::uuid[]) and subscription.site_id <> ${place.siteId}
  and exists (
    with place as (${targetPlaces(storedTargets)})
    select where ${seesPlace(sql`${place.path}`)})`

const sortExpressions = { Name: sql`lower(subscription.name)`, Site: sql`lower(site.name)` }

export const subscriptionQueries = (db: Kysely<Database>) => {
  const visible = (scope: Scope) =>
    db
      .selectFrom('subscription')
      .innerJoin('site', 'site.id', 'subscription.site_id')
      .where((eb) => inScope(eb.ref('site.path'), scope))

  const matching = (
    scope: Scope,
    { search, isActive, userId, onlyReceiver, alertTypes }: SubscriptionFilter,
  ) =>
    visible(scope)
      .$if(isActive !== undefined, (query) => query.where('subscription.is_active', '=', isActive === true))
      .$if(userId !== undefined, (query) => query.where(isReceiver(userId ?? '')))
      .$if(onlyReceiver !== undefined, (query) => query.where(reachesOnly(onlyReceiver ?? [])))
      .$if(alertTypes !== undefined, (query) =>
        query.where(sql<SqlBool>`(alert_types is null or alert_types && ${[...(alertTypes ?? [])]}::text[])`),
      )
      .$if(search !== undefined, (query) =>
        query.where((eb) =>
          eb.or([
            contains(eb.ref('subscription.name'), search ?? ''),
            contains(eb.ref('site.name'), search ?? ''),
            someMember('users', sql`${contains(sql.ref('member.full_name'), search ?? '')}`),
            someMember('lists', sql`${contains(sql.ref('member.name'), search ?? '')}`),
          ]),
        ),
      )

  /** With the first names of each set, or all of them. */
  const described = (rows: ReturnType<typeof visible>, mostNames: number | null) =>
    rows
      .selectAll('subscription')
      .select(['site.name as siteName', 'site.path as sitePath'])
      .select(memberSetNames.map((name) => memberNames(name, mostNames).as(name)))

  /** With the first names of each set, and how many there are. */
  const counted = (rows: ReturnType<typeof visible>) =>
    described(rows, namesInList).select([
      memberCount('devices').as('deviceCount'),
      memberCount('groups').as('groupCount'),
      memberCount('sites').as('siteCount'),
      memberCount('users').as('userCount'),
      memberCount('lists').as('listCount'),
      countReceivers().as('receiverCount'),
      countReceivers(isReachable).as('reachableCount'),
    ])

  return {
    listSubscriptions: (scope: Scope, filter: SubscriptionFilter, page: SubscriptionPage) =>
      counted(matching(scope, filter))
        .orderBy(sortExpressions[page.sortBy], page.order)
        .orderBy('subscription.id', page.order)
        .limit(page.limit)
        .offset(page.offset)
        .execute(),

    countSubscriptions: (scope: Scope, filter: SubscriptionFilter): Promise<number> =>
      countRows(matching(scope, filter)),

    /** Lists active subscriptions by name, without their members. */
    listActive: (scope: Scope, filter: SubscriptionFilter) =>
      matching(scope, { ...filter, isActive: true })
        .selectAll('subscription')
        .select('site.name as siteName')
        .orderBy(sortExpressions.Name)
        .orderBy('subscription.id')
        .execute(),

    /** Lists active subscriptions of sites above `place` that include it or a site below it, from the nearest site up. */
    listFromAbove: (scope: Scope, place: Scope) =>
      counted(visible(scope))
        .where('subscription.is_active', '=', true)
        .where(isFromAbove(place))
        .orderBy(sql`length(site.path)`, 'desc')
        .orderBy(sortExpressions.Name)
        .orderBy('subscription.id')
        .execute(),

    /** Counts them, whoever may see them. */
    countFromAbove: (place: Scope): Promise<number> =>
      countRows(
        db
          .selectFrom('subscription')
          .innerJoin('site', 'site.id', 'subscription.site_id')
          .where('subscription.is_active', '=', true)
          .where(isFromAbove(place)),
      ),

    findSubscription: (scope: Scope, id: string) =>
      described(visible(scope), null).where('subscription.id', '=', id).executeTakeFirst(),

    /** Locks a subscription until the transaction ends, so that its changes are serialized. */
    async lockSubscription(id: string): Promise<void> {
      await db.selectFrom('subscription').select('id').where('id', '=', id).forUpdate().execute()
    },

    async insertSubscription(row: SubscriptionFields & { id: string; site_id: string }): Promise<void> {
      await db.insertInto('subscription').values(row).execute()
    },

    async updateSubscription(id: string, fields: SubscriptionFields): Promise<void> {
      await db
        .updateTable('subscription')
        .set({ ...fields, version: sql`version + 1` })
        .where('id', '=', id)
        .execute()
    },

    async deleteSubscription(id: string): Promise<void> {
      await db.deleteFrom('subscription').where('id', '=', id).execute()
    },
  }
}

type Queries = ReturnType<typeof subscriptionQueries>
export type SubscriptionRow = NonNullable<Awaited<ReturnType<Queries['findSubscription']>>>
export type SubscriptionListRow = Awaited<ReturnType<Queries['listSubscriptions']>>[number]
export type ActiveSubscriptionRow = Awaited<ReturnType<Queries['listActive']>>[number]
