import { hints } from '@eot/contract/hints'
import type { Kysely } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import type { ScopeOf } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { changeDismissal } from './dismiss-hint.command.ts'
import { hintQueries } from './hints.queries.ts'
import { hintToWire } from './hints.wire.ts'

const dayMs = 86_400_000

interface Parts {
  db: Kysely<Database>
  scopeOf: ScopeOf
  clock: Clock
}

/** Observations for people to check. */
export function hintRoutes(serve: Serve<Caller>, parts: Parts): void {
  const { db, scopeOf, clock } = parts

  serve(hints.list, async ({ query, caller }) => {
    const scope = await scopeOf(caller, query)
    const now = clock().getTime()
    const queries = hintQueries(db)
    const of = query.alertId ? { alertId: query.alertId } : { since: new Date(now - 2 * dayMs) }
    const rows = await queries.listFound(scope, of)
    const answers = await queries.countAnswers(scope, new Date(now - 365 * dayMs))
    return {
      Items: rows.map(hintToWire),
      Precision: answers.map(({ kind, right, wrong }) => ({ Kind: kind, Right: right, Wrong: wrong })),
    }
  })

  serve(hints.dismiss, ({ params, body, caller }) =>
    changeDismissal(parts, caller, params.id, { reason: body.Reason, comment: body.Comment || null }),
  )

  serve(hints.restore, ({ params, caller }) => changeDismissal(parts, caller, params.id, null))
}
