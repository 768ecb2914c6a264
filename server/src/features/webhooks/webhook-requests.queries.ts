import { type Kysely, type SqlBool, sql } from 'kysely'
import { inScope } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import { customerOf } from '../../access/site-path.ts'
import type { Database } from '../../database.ts'
import type { Slice } from '../../platform/answer-page.ts'
import { countRows } from '../../platform/db/count-rows.queries.ts'
import { contains } from '../../platform/db/search.queries.ts'
import type { WebhookTables } from './tables.ts'

type Table = WebhookTables['webhook_request']

/** The columns that a change sets. */
export type RequestFields = Pick<Table, 'name' | 'url' | 'method' | 'content_type' | 'trust_self_signed'> & {
  /** JSON. */
  parts: string
  certificate: string | null
}

export interface RequestFilter {
  search: string | undefined
  /** Limits the list to requests that webhook events of this site (given by its path) can use. */
  usableAt: string | undefined
}

export interface RequestPage extends Slice {
  sortBy: 'Name' | 'Site' | 'Url'
  order: 'asc' | 'desc'
}

const sortExpressions = {
  Name: sql`lower(webhook_request.name)`,
  Site: sql`lower(site.name)`,
  Url: sql`webhook_request.url`,
}

/** Webhook events that use the request `webhook_request`, as `event` with its site `place`: those of its site or below it. */
const usedBy = sql`webhook_event event join site place on place.id = event.site_id
  where event.webhook_request_id = webhook_request.id and starts_with(place.path, site.path)`

/** Whether webhook events of the site at this path may send the request: it is of that site or one above. */
const isUsableAt = (sitePath: string) => sql<SqlBool>`starts_with(${sitePath}, site.path)`

export const webhookRequestQueries = (db: Kysely<Database>) => {
  const visible = (scope: Scope) =>
    db
      .selectFrom('webhook_request')
      .innerJoin('site', 'site.id', 'webhook_request.site_id')
      .where((eb) => inScope(eb.ref('site.path'), scope))
  const matching = (scope: Scope, { search, usableAt }: RequestFilter) =>
    visible(scope)
      .$if(usableAt !== undefined, (query) => query.where(isUsableAt(usableAt ?? '')))
      .$if(search !== undefined, (query) =>
        query.where((eb) =>
          eb.or([
            contains(eb.ref('webhook_request.name'), search ?? ''),
            contains(eb.ref('site.name'), search ?? ''),
            contains(eb.ref('webhook_request.url'), search ?? ''),
          ]),
        ),
      )
  const described = (rows: ReturnType<typeof visible>) =>
    rows
      .selectAll('webhook_request')
      .select(['site.name as siteName', 'site.path as sitePath'])
      .select(sql<number>`(select count(*)::int from ${usedBy})`.as('eventCount'))

  return {
    listRequests: (scope: Scope, filter: RequestFilter, page: RequestPage) =>
      described(matching(scope, filter))
        .orderBy(sortExpressions[page.sortBy], page.order)
        .orderBy('webhook_request.id', page.order)
        .limit(page.limit)
        .offset(page.offset)
        .execute(),

    countRequests: (scope: Scope, filter: RequestFilter): Promise<number> =>
      countRows(matching(scope, filter)),

    /** Lists the first 20 by name. */
    findNames: (scope: Scope, search: string | undefined) =>
      visible(scope)
        .$if(search !== undefined, (query) =>
          query.where((eb) => contains(eb.ref('webhook_request.name'), search ?? '')),
        )
        .select(['webhook_request.id as id', 'webhook_request.name as name'])
        .orderBy(sortExpressions.Name)
        .orderBy('webhook_request.id')
        .limit(20)
        .execute(),

    findRequest: (scope: Scope, id: string) =>
      described(visible(scope)).where('webhook_request.id', '=', id).executeTakeFirst(),

    /** Finds one that webhook events of the site at `sitePath` may send: of that site or one above, if the caller sees it. */
    findUsable: (scope: Scope, id: string, sitePath: string) =>
      described(visible(scope))
        .where('webhook_request.id', '=', id)
        .where(isUsableAt(sitePath))
        .executeTakeFirst(),

    /**
     * Finds the one that a webhook event sends, wherever it is now; undefined if it is no longer at the event's site or above.
     */
    findOfEvent: (eventId: string) =>
      described(db.selectFrom('webhook_request').innerJoin('site', 'site.id', 'webhook_request.site_id'))
        .where(sql<SqlBool>`exists (select from ${usedBy} and event.id = ${eventId}::uuid)`)
        .executeTakeFirst(),

    /** Lists the customers of requests, by the ids of the requests. Requests at the root have none. */
    async listCustomers(ids: readonly string[]): Promise<Map<string, string | undefined>> {
      const rows = await db
        .selectFrom('webhook_request')
        .innerJoin('site', 'site.id', 'webhook_request.site_id')
        .where('webhook_request.id', '=', sql<string>`any(${ids}::uuid[])`)
        .select(['webhook_request.id', 'site.path'])
        .execute()
      return new Map(rows.map(({ id, path }) => [id, customerOf(path)]))
    },

    /** Locks a request until the transaction ends, so that its changes are serialized. */
    async lockRequest(id: string): Promise<void> {
      await db.selectFrom('webhook_request').select('id').where('id', '=', id).forUpdate().execute()
    },

    async insertRequest(
      row: RequestFields & { id: string; site_id: string; signing_secret: string },
    ): Promise<void> {
      await db.insertInto('webhook_request').values(row).execute()
    },

    /** Stores a change, which also resumes a stopped request, since its author has reviewed it. */
    async updateRequest(id: string, fields: RequestFields): Promise<void> {
      await db
        .updateTable('webhook_request')
        .set({ ...fields, stopped_at: null, failing_since: null, version: sql`version + 1` })
        .where('id', '=', id)
        .execute()
    },

    async resumeRequest(id: string): Promise<void> {
      await db
        .updateTable('webhook_request')
        .set({ stopped_at: null, failing_since: null })
        .where('id', '=', id)
        .execute()
    },

    /** Sealed. Without `previousUntil`, the previous one is forgotten. */
    async replaceSecret(id: string, secret: string, previousUntil: Date | null): Promise<void> {
      await db
        .updateTable('webhook_request')
        .set((eb) => ({
          previous_secret: previousUntil && eb.ref('signing_secret'),
          previous_secret_until: previousUntil,
          signing_secret: secret,
        }))
        .where('id', '=', id)
        .execute()
    },

    async deleteRequest(id: string): Promise<void> {
      await db.deleteFrom('webhook_request').where('id', '=', id).execute()
    },

    /** Lists the webhook events that use a request, wherever they are. */
    listUsers: (id: string) =>
      db
        .selectFrom('webhook_event')
        .where('webhook_request_id', '=', id)
        .select(['id', 'params'])
        .orderBy('id')
        .execute(),

    /** Lists the names of the first 20 webhook events that use a request, at its site or below it. */
    async listUsersBelow(id: string): Promise<{ name: string }[]> {
      const { rows } = await sql<{ name: string }>`
        select used.name from webhook_request join site on site.id = webhook_request.site_id
        cross join lateral (select event.id, event.name from ${usedBy}) used
        where webhook_request.id = ${id} order by used.name, used.id limit 20`.execute(db)
      return rows
    },
  }
}

type Queries = ReturnType<typeof webhookRequestQueries>
export type RequestRow = NonNullable<Awaited<ReturnType<Queries['findRequest']>>>
