import { type ClosedDay, forecast, mostClosedDays } from '@eot/contract/forecast'
import type { Kysely } from 'kysely'
import { insertAuditEntry } from '../../access/audit.queries.ts'
import type { Caller } from '../../access/caller.ts'
import { fieldChanges } from '../../access/field-changes.ts'
import type { Scope, ScopeOf } from '../../access/scope.ts'
import { holdSite } from '../../access/site-tree-lock.queries.ts'
import type { Database } from '../../database.ts'
import { invalid } from '../../platform/app-error.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { closedDayQueries } from './closed-days.queries.ts'

/** The days on which sites are closed. */
export function closedDayRoutes(
  serve: Serve<Caller>,
  { db, scopeOf }: { db: Kysely<Database>; scopeOf: ScopeOf },
): void {
  serve(forecast.closedDays, async ({ params, caller }) =>
    closedDaysOf(db, await scopeOf(caller, { SiteId: params.id })),
  )

  serve(forecast.changeClosedDays, ({ params, body, caller }) => {
    // If a date is listed twice, the last name wins.
    const days = [...new Map((body.Days ?? body.Add).map((day) => [day.Date, day])).values()]
    return db.transaction().execute(async (tx) => {
      const scope = await holdSite(tx, caller, params.id.toLowerCase())
      const queries = closedDayQueries(tx)
      await queries.hold(scope.siteId)
      const before = await closedDaysOf(tx, scope)
      await queries.remove(scope.siteId, body.Days ? before.Days.map((day) => day.Date) : body.Remove)
      await queries.add(scope.siteId, days)
      const after = await closedDaysOf(tx, scope)
      if (after.Days.length > mostClosedDays)
        throw invalid('Add', `A site can have at most ${mostClosedDays} closed days`)
      await insertAuditEntry(tx, {
        actorId: caller.userId,
        siteId: scope.siteId,
        action: 'site.closed_days_changed',
        subjectId: scope.siteId,
        details: {
          changes: fieldChanges({ ClosedDays: shown(before.Days) }, { ClosedDays: shown(after.Days) }),
        },
      })
      return after
    })
  })
}

const shown = (days: readonly ClosedDay[]) => days.map((day) => `${day.Date} ${day.Name}`)

async function closedDaysOf(db: Kysely<Database>, scope: Scope) {
  const all = await closedDayQueries(db).listAt(scope)
  const of = (isOwn: boolean) =>
    all.flatMap(({ siteId, ...day }) => ((siteId === scope.siteId) === isOwn ? day : []))
  return { Days: of(true), Inherited: of(false) }
}
