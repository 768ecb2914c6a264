import { type Kysely, type SqlBool, sql } from 'kysely'
import { inScope } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import type { Slice } from '../../platform/answer-page.ts'
import { countRows } from '../../platform/db/count-rows.queries.ts'
import { contains } from '../../platform/db/search.queries.ts'
import { memberCount, memberNames, type SubscriptionFields } from '../subscriptions/index.ts'

export interface EventFilter {
  search?: string | undefined
  isActive?: boolean | undefined
  /** Keys. */
  alertTypes?: readonly string[] | undefined
  requestId?: string | undefined
}

export interface EventPage extends Slice {
  sortBy: 'Name' | 'Site' | 'WebhookRequest'
  order: 'asc' | 'desc'
}

/** The columns that a change sets. */
export type EventFields = Omit<SubscriptionFields, 'remind_after_minutes'> & {
  webhook_request_id: string | null
  /** JSON. */
  params: string
}

export const eventTargets = ['devices', 'groups', 'sites'] as const
const namesInList = 3

const sortExpressions = {
  Name: sql`lower(webhook_event.name)`,
  Site: sql`lower(site.name)`,
  WebhookRequest: sql`lower(request.name)`,
}

export const webhookEventQueries = (db: Kysely<Database>) => {
  /** Selects events with their requests, if these are still at the site of the event or above it. */
  const visible = (scope: Scope) =>
    db
      .selectFrom('webhook_event')
      .innerJoin('site', 'site.id', 'webhook_event.site_id')
      .leftJoin(
        (eb) =>
          eb
            .selectFrom('webhook_request')
            .innerJoin('site as owner', 'owner.id', 'webhook_request.site_id')
            .select(['webhook_request.id', 'webhook_request.name', 'owner.path'])
            .as('request'),
        (join) =>
          join
            .onRef('request.id', '=', 'webhook_event.webhook_request_id')
            .on(sql<boolean>`starts_with(site.path, request.path)`),
      )
      .where((eb) => inScope(eb.ref('site.path'), scope))

  const matching = (scope: Scope, { search, isActive, alertTypes, requestId }: EventFilter) =>
    visible(scope)
      .$if(isActive !== undefined, (query) => query.where('webhook_event.is_active', '=', isActive === true))
      .$if(requestId !== undefined, (query) => query.where('request.id', '=', requestId ?? ''))
      .$if(alertTypes !== undefined, (query) =>
        query.where(sql<SqlBool>`(alert_types is null or alert_types && ${[...(alertTypes ?? [])]}::text[])`),
      )
      .$if(search !== undefined, (query) =>
        query.where((eb) =>
          eb.or([
            contains(eb.ref('webhook_event.name'), search ?? ''),
            contains(eb.ref('site.name'), search ?? ''),
            contains(eb.ref('request.name'), search ?? ''),
          ]),
        ),
      )

  const described = (rows: ReturnType<typeof visible>, mostNames: number | null) =>
    rows
      .selectAll('webhook_event')
      .select(['site.name as siteName', 'site.path as sitePath'])
      .select(['request.id as requestId', 'request.name as requestName'])
      .select(eventTargets.map((name) => memberNames(name, mostNames, 'webhook_event').as(name)))

  return {
    listEvents: (scope: Scope, filter: EventFilter, page: EventPage) =>
      described(matching(scope, filter), namesInList)
        .select([
          memberCount('devices', 'webhook_event').as('deviceCount'),
          memberCount('groups', 'webhook_event').as('groupCount'),
          memberCount('sites', 'webhook_event').as('siteCount'),
        ])
        .orderBy(sortExpressions[page.sortBy], page.order)
        .orderBy('webhook_event.id', page.order)
        .limit(page.limit)
        .offset(page.offset)
        .execute(),

    countEvents: (scope: Scope, filter: EventFilter): Promise<number> => countRows(matching(scope, filter)),

    /** Lists active ones by name, without their targets. */
    listActive: (scope: Scope, filter: EventFilter) =>
      matching(scope, { ...filter, isActive: true })
        .selectAll('webhook_event')
        .select('site.name as siteName')
        .orderBy(sortExpressions.Name)
        .orderBy('webhook_event.id')
        .execute(),

    findEvent: (scope: Scope, id: string) =>
      described(visible(scope), null).where('webhook_event.id', '=', id).executeTakeFirst(),

    /** Locks a webhook event until the transaction ends, so that its changes are serialized. Deliveries can be added. */
    async lockEvent(id: string): Promise<void> {
      await db.selectFrom('webhook_event').select('id').where('id', '=', id).forNoKeyUpdate().execute()
    },

    async insertEvent(row: EventFields & { id: string; site_id: string }): Promise<void> {
      await db.insertInto('webhook_event').values(row).execute()
    },

    async updateEvent(id: string, fields: EventFields): Promise<void> {
      await db
        .updateTable('webhook_event')
        .set({ ...fields, version: sql`version + 1` })
        .where('id', '=', id)
        .execute()
    },

    /** JSON. */
    async setParams(id: string, params: string): Promise<void> {
      await db.updateTable('webhook_event').set({ params }).where('id', '=', id).execute()
    },

    /** Drops the deliveries of an event that wait to be sent. */
    async dropDeliveries(id: string, message: string, at: Date): Promise<void> {
      await db
        .updateTable('webhook_delivery')
        .set({ status: 'dropped', next_at: null, finished_at: at, message })
        .where('webhook_event_id', '=', id)
        .where('status', 'in', ['waiting', 'held'])
        .execute()
    },

    async deleteEvent(id: string): Promise<void> {
      await db.deleteFrom('webhook_event').where('id', '=', id).execute()
    },
  }
}

type Queries = ReturnType<typeof webhookEventQueries>
export type EventRow = NonNullable<Awaited<ReturnType<Queries['findEvent']>>>
export type EventListRow = Awaited<ReturnType<Queries['listEvents']>>[number]
