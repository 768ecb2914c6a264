import { audit } from '@eot/contract/audit'
import type { Kysely } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { ownScope, type ScopeOf } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { answerPage } from '../../platform/answer-page.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { requireRange } from '../../platform/require-range.ts'
import { auditQueries } from './audit.queries.ts'
import { auditToWire } from './audit.wire.ts'
import { listSubjectNames } from './subject-names.queries.ts'

interface Parts {
  db: Kysely<Database>
  scopeOf: ScopeOf
}

export function auditRoutes(serve: Serve<Caller>, { db, scopeOf }: Parts): void {
  const queries = auditQueries(db)

  serve(audit.list, async ({ query, caller }) => {
    const { action, actor, endTime, order = 'desc', search, startTime, subject } = query
    requireRange(query)
    const own = ownScope(caller)
    const scopes = { scope: await scopeOf(caller, query), own }
    const filter = {
      search,
      subject,
      actor,
      actions: action,
      from: startTime === undefined ? undefined : new Date(startTime),
      until: endTime === undefined ? undefined : new Date(endTime),
    }
    return answerPage(query, {
      count: () => queries.countEntries(scopes, filter),
      async list(slice) {
        const rows = await queries.listEntries(scopes, filter, order, slice)
        const subjects = rows.flatMap(({ subject_id: id }) => id ?? [])
        const names = await listSubjectNames(db, own, subjects)
        return rows.map((row) => auditToWire(row, own, names))
      },
    })
  })
}
