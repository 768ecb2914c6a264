import { type Kysely, type SqlBool, sql } from 'kysely'
import { auditActions } from '../../access/audit-actions.ts'
import { inScope } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import type { Slice } from '../../platform/answer-page.ts'
import { countRows } from '../../platform/db/count-rows.queries.ts'
import { contains } from '../../platform/db/search.queries.ts'
import { subjectsNamed } from './subject-names.queries.ts'

/** `scope`: where the entries happened. `own`: all that the reader may see, in which names are searched. */
export interface AuditScopes {
  scope: Scope
  own: Scope
}

export interface AuditFilter {
  /** Part of an action, of an address, or of the past or current name of a person, site or subject. */
  search?: string | undefined
  subject?: string | undefined
  actor?: string | undefined
  /** Actions, or their prefixes before the dot. */
  actions?: readonly string[] | undefined
  from?: Date | undefined
  /** Exclusive. */
  until?: Date | undefined
}

/** The names of the subject recorded in the entry itself, before and after a change. */
const recordedNames = sql<string>`concat_ws(E'\n', audit_entry.details ->> 'name', ${sql.raw(
  ['Name', 'FullName', 'Title']
    .flatMap((field) => [0, 1].map((side) => `audit_entry.details #>> '{changes,${field},${side}}'`))
    .join(', '),
)})`

export const auditQueries = (db: Kysely<Database>) => {
  /** Entries by where they happened. Those without a site are visible to users who also manage the inventory. */
  const matching = (
    { scope, own }: AuditScopes,
    { search, subject, actor, actions, from, until }: AuditFilter,
  ) =>
    db
      .selectFrom('audit_entry')
      .$if(!scope.includesInventory, (query) =>
        query.where((eb) => inScope(sql<string>`${eb.ref('audit_entry.site_path')}`, scope)),
      )
      .$if(subject !== undefined, (query) => query.where('audit_entry.subject_id', '=', subject ?? ''))
      .$if(actor !== undefined, (query) => query.where('audit_entry.actor_id', '=', actor ?? ''))
      .$if(actions !== undefined, (query) => query.where(isOneOf(actions ?? [])))
      .$if(from !== undefined, (query) => query.where('audit_entry.at', '>=', from ?? new Date(0)))
      .$if(until !== undefined, (query) => query.where('audit_entry.at', '<', until ?? new Date(0)))
      .$if(search !== undefined, (query) =>
        query.where((eb) =>
          eb.or([
            contains(eb.ref('audit_entry.actor_name'), search ?? ''),
            contains(eb.ref('audit_entry.site_name'), search ?? ''),
            contains(eb.ref('audit_entry.action'), search ?? ''),
            contains(eb.ref('audit_entry.address'), search ?? ''),
            contains(recordedNames, search ?? ''),
            sql<SqlBool>`audit_entry.subject_id in (${subjectsNamed(own, search ?? '')})`,
          ]),
        ),
      )

  return {
    listEntries: (
      scopes: AuditScopes,
      filter: AuditFilter,
      order: 'asc' | 'desc',
      { limit, offset }: Slice,
    ) =>
      matching(scopes, filter)
        .selectAll('audit_entry')
        .orderBy('audit_entry.at', order)
        .orderBy('audit_entry.id', order)
        .limit(limit)
        .offset(offset)
        .execute(),

    countEntries: (scopes: AuditScopes, filter: AuditFilter): Promise<number> =>
      countRows(matching(scopes, filter)),
  }
}

export type AuditRow = Awaited<ReturnType<ReturnType<typeof auditQueries>['listEntries']>>[number]

/** Compares with each full action, so that an index finds the few entries of a rare one. */
function isOneOf(given: readonly string[]) {
  const actions = [...given, ...allActions.filter((action) => given.includes(action.replace(/\..*/, '')))]
  return sql<SqlBool>`audit_entry.action = any(${actions})`
}

const allActions = Object.keys(auditActions)
