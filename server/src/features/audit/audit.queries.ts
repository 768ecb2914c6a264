import { type Kysely, type SqlBool, sql } from 'kysely'
import { inScope } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import type { Slice } from '../../platform/answer-page.ts'
import { countRows } from '../../platform/db/count-rows.queries.ts'
import { contains } from '../../platform/db/search.queries.ts'

export interface AuditFilter {
  search?: string | undefined
  subject?: string | undefined
  actor?: string | undefined
  /** Actions, or their parts before the dot. */
  actions?: readonly string[] | undefined
  from?: Date | undefined
  /** Exclusive. */
  until?: Date | undefined
}

export const auditQueries = (db: Kysely<Database>) => {
  /** Entries without a site are visible to those who also manage the inventory. */
  const matching = (scope: Scope, { search, subject, actor, actions, from, until }: AuditFilter) =>
    db
      .selectFrom('audit_entry')
      .leftJoin('site', 'site.id', 'audit_entry.site_id')
      .leftJoin('former_site', 'former_site.id', 'audit_entry.site_id')
      .leftJoin('app_user', 'app_user.id', 'audit_entry.actor_id')
      .$if(!scope.includesInventory, (query) =>
        query.where('audit_entry.site_id', 'in', siteIdsIn(db, scope)),
      )
      .$if(subject !== undefined, (query) => query.where('audit_entry.subject_id', '=', subject ?? ''))
      .$if(actor !== undefined, (query) => query.where('audit_entry.actor_id', '=', actor ?? ''))
      .$if(actions !== undefined, (query) => query.where(isOneOf(actions ?? [])))
      .$if(from !== undefined, (query) => query.where('audit_entry.at', '>=', from ?? new Date(0)))
      .$if(until !== undefined, (query) => query.where('audit_entry.at', '<', until ?? new Date(0)))
      .$if(search !== undefined, (query) =>
        query.where((eb) =>
          eb.or([
            contains(eb.ref('app_user.full_name'), search ?? ''),
            contains(siteName, search ?? ''),
            contains(eb.ref('audit_entry.action'), search ?? ''),
            contains(eb.ref('audit_entry.address'), search ?? ''),
          ]),
        ),
      )

  return {
    listEntries: (scope: Scope, filter: AuditFilter, order: 'asc' | 'desc', { limit, offset }: Slice) =>
      matching(scope, filter)
        .selectAll('audit_entry')
        .select([siteName.as('site_name'), 'app_user.full_name as actor_name'])
        .orderBy('audit_entry.at', order)
        .orderBy('audit_entry.id', order)
        .limit(limit)
        .offset(offset)
        .execute(),

    countEntries: (scope: Scope, filter: AuditFilter): Promise<number> => countRows(matching(scope, filter)),
  }
}

const siteName = sql<string | null>`coalesce(site.name, former_site.name)`

/** The sites of a scope, with those that were deleted. */
const siteIdsIn = (db: Kysely<Database>, scope: Scope) =>
  db
    .selectFrom('site')
    .where((eb) => inScope(eb.ref('site.path'), scope))
    .select('site.id')
    .unionAll(
      db
        .selectFrom('former_site')
        .where((eb) => inScope(eb.ref('former_site.path'), scope))
        .select('former_site.id'),
    )

export type AuditRow = Awaited<ReturnType<ReturnType<typeof auditQueries>['listEntries']>>[number]

const isOneOf = (actions: readonly string[]) =>
  sql<SqlBool>`(audit_entry.action = any(${actions}) or split_part(audit_entry.action, '.', 1) = any(${actions}))`
