import type { Severity } from '@eot/contract/vocabulary'
import { severities } from '@eot/contract/vocabulary'
import type { Named } from '@eot/contract/wire'
import { type Kysely, type SqlBool, sql } from 'kysely'
import { inScope } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import type { Slice } from '../../platform/answer-page.ts'
import { countRows } from '../../platform/db/count-rows.queries.ts'
import { contains } from '../../platform/db/search.queries.ts'

export interface MessageFilter {
  search?: string | undefined
  period?: 'Current' | 'Past' | undefined
  severities?: readonly Severity[] | undefined
}

export interface Reach {
  /** All sites of the caller, whose messages are listed. */
  own: Scope
  /** The sites that the messages are for. */
  listed: Scope
}

export interface MessagePage extends Slice {
  sortBy: 'StartAt' | 'EndAt' | 'Severity' | 'Title'
  order: 'asc' | 'desc'
}

/** The columns that a change sets. */
export interface MessageFields {
  title: string
  description: string
  severity: Severity
  starts_at: Date
  ends_at: Date | null
  is_active: boolean
}

/** 1 is the most severe. */
const rank = sql<number>`array_position(${severities as unknown as string[]}::text[], system_message.severity)`

const sortExpressions = {
  StartAt: sql`system_message.starts_at`,
  // A message without an end ends last.
  EndAt: sql`coalesce(system_message.ends_at, 'infinity')`,
  Severity: rank,
  Title: sql`lower(system_message.title)`,
}

/** Leaves out sites of a message that have moved away from the site that the message belongs to, here `site`. */
const isStillBelow = sql<SqlBool>`starts_with(place.path, site.path)`

const isFor = (scope: Scope) => sql<SqlBool>`exists (
  select from system_message_site target join site place on place.id = target.site_id
  where target.message_id = system_message.id and ${isStillBelow} and ${inScope(sql.ref('place.path'), scope)})`

const sites = sql<Named[]>`coalesce((
  select jsonb_agg(jsonb_build_object('Id', place.id, 'Name', place.name) order by lower(place.name), place.id)
  from system_message_site target join site place on place.id = target.site_id
  where target.message_id = system_message.id and ${isStillBelow}), '[]')`

const roles = sql<Named[]>`coalesce((
  select jsonb_agg(jsonb_build_object('Id', role.id, 'Name', role.name) order by role.priority desc)
  from system_message_role target join role on role.id = target.role_id
  where target.message_id = system_message.id), '[]')`

const dismissals = sql<number>`(
  select count(*)::int from system_message_dismissal dismissal
  join app_user on app_user.id = dismissal.user_id join site place on place.id = app_user.site_id
  where dismissal.message_id = system_message.id and ${isStillBelow})`

export const systemMessageQueries = (db: Kysely<Database>) => {
  const visible = (scope: Scope) =>
    db
      .selectFrom('system_message')
      .innerJoin('site', 'site.id', 'system_message.site_id')
      .where((eb) => inScope(eb.ref('site.path'), scope))

  /** Messages of the caller that are for a site of the listed scope. */
  const matching = (
    { own, listed }: Reach,
    { search, period, severities: wanted }: MessageFilter,
    now: Date,
  ) =>
    visible(own)
      .where((eb) =>
        eb.or([
          isFor(listed),
          // Included so that a message can still be found if its sites were deleted or have moved away.
          ...(listed.includesSubSites ? [inScope(eb.ref('site.path'), listed)] : []),
        ]),
      )
      .$if(period === 'Current', (query) =>
        query.where(sql<boolean>`not coalesce(system_message.ends_at <= ${now}, false)`),
      )
      .$if(period === 'Past', (query) => query.where('system_message.ends_at', '<=', now))
      .$if(wanted !== undefined, (query) => query.where('severity', 'in', [...(wanted ?? [])]))
      .$if(search !== undefined, (query) =>
        query.where((eb) =>
          eb.or([
            contains(eb.ref('system_message.title'), search ?? ''),
            contains(eb.ref('system_message.description'), search ?? ''),
          ]),
        ),
      )

  const described = (messages: ReturnType<typeof visible>) =>
    messages
      .selectAll('system_message')
      .select([sites.as('sites'), roles.as('roles'), 'site.path as sitePath'])

  return {
    listMessages: (reach: Reach, filter: MessageFilter, page: MessagePage, now: Date) =>
      described(matching(reach, filter, now))
        .select(dismissals.as('dismissedCount'))
        .orderBy(sortExpressions[page.sortBy], page.order)
        .orderBy('system_message.id', page.order)
        .limit(page.limit)
        .offset(page.offset)
        .execute(),

    countMessages: (reach: Reach, filter: MessageFilter, now: Date): Promise<number> =>
      countRows(matching(reach, filter, now)),

    findMessage: (scope: Scope, id: string) =>
      described(visible(scope)).where('system_message.id', '=', id).executeTakeFirst(),

    /** Locks a message until the transaction ends, so that its changes are serialized. */
    async lockMessage(id: string): Promise<void> {
      await db.selectFrom('system_message').select('id').where('id', '=', id).forUpdate().execute()
    },

    /** Lists which of these sites are the one at `path` or below it, with their paths. */
    listSitesWithin: (path: string, ids: readonly string[]) =>
      db
        .selectFrom('site')
        .where('id', '=', sql<string>`any(${ids}::uuid[])`)
        .where(sql<boolean>`starts_with(path, ${path})`)
        .select(['id', 'path'])
        .execute(),

    listTargetPaths: (id: string) =>
      db
        .selectFrom('system_message_site as target')
        .innerJoin('system_message', 'system_message.id', 'target.message_id')
        .innerJoin('site', 'site.id', 'system_message.site_id')
        .innerJoin('site as place', 'place.id', 'target.site_id')
        .where('target.message_id', '=', id)
        .where(isStillBelow)
        .select('place.path')
        .execute(),

    async listKnownRoles(ids: readonly string[]): Promise<string[]> {
      const known = db.selectFrom('role').where('id', '=', sql<string>`any(${ids}::uuid[])`).select('id')
      return (await known.execute()).map(({ id }) => id)
    },

    async insertMessage(row: MessageFields & { id: string; site_id: string }): Promise<void> {
      await db.insertInto('system_message').values(row).execute()
    },

    async updateMessage(id: string, fields: MessageFields): Promise<void> {
      await db
        .updateTable('system_message')
        .set({ ...fields, version: sql`version + 1` })
        .where('id', '=', id)
        .execute()
    },

    async deleteMessage(id: string): Promise<void> {
      await db.deleteFrom('system_message').where('id', '=', id).execute()
    },

    async setTargets(id: string, siteIds: readonly string[], roleIds: readonly string[]): Promise<void> {
      await db.deleteFrom('system_message_site').where('message_id', '=', id).execute()
      await db.deleteFrom('system_message_role').where('message_id', '=', id).execute()
      await sql`insert into system_message_site select ${id}, unnest(${siteIds}::uuid[])`.execute(db)
      await sql`insert into system_message_role select ${id}, unnest(${roleIds}::uuid[])`.execute(db)
    },

    /**
     * Counts active users of those of these sites that are in the scope, and of the sites below, by role, highest role first.
     */
    countAudience: (scope: Scope, siteIds: readonly string[]) =>
      db
        .selectFrom('role')
        .select(['role.id', 'role.name'])
        .select((eb) =>
          eb
            .selectFrom('app_user')
            .innerJoin('site', 'site.id', 'app_user.site_id')
            .whereRef('app_user.role_id', '=', 'role.id')
            .where('app_user.is_active', '=', true)
            .where('app_user.deleted_at', 'is', null)
            .where((inner) => inScope(inner.ref('site.path'), scope))
            .where(sql<boolean>`exists (
              select from site target
              where target.id = any(${siteIds}::uuid[]) and starts_with(site.path, target.path)
                and ${inScope(sql.ref('target.path'), scope)})`)
            .select(sql<number>`count(*)::int`.as('count'))
            .as('count'),
        )
        .orderBy('role.priority', 'desc')
        .execute(),
  }
}

export type MessageRow = NonNullable<
  Awaited<ReturnType<ReturnType<typeof systemMessageQueries>['findMessage']>>
>
